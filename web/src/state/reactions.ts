// What the person hears when something happens in the game: sounds, and words in the live regions.
import { ownSide, type GameView } from '../model/game-view';
import { opposite, type GameEvent, type Move, type Side } from '../model/protocol';
import { piecesOf, type Key } from '../model/squares';
import { seatName, sideName, spokenMove } from '../model/words';
import { announce, announceNow } from './announce';
import { tell } from './notice';
import { go } from './router';
import { settings } from './settings';
import { playSound, type Sound } from './sounds';
import { speak } from './speech';
import { noteResult } from './streak';

/** The most telling sound of a move. */
export function soundOf({ san, isCheck, isCapture }: Move): Sound {
  if (san.includes('=')) return 'promote';
  if (isCheck) return 'check';
  if (san.startsWith('O')) return 'castle';
  return isCapture ? 'capture' : 'move';
}

function onMove(move: Move, { state }: GameView): void {
  playSound(soundOf(move));
  const mover = sideName(opposite(state.turn));
  const words = spokenMove(move, settings.value.announce);
  announce(`${mover}: ${words}`);
  if (move.isCheck && state.result === '*') announceNow('Check');
  speak(move.isCheck ? `${words}, check` : words);
}

function hintWords(from: string, move: string | undefined, { state }: GameView): string {
  const role = piecesOf(state.fen).get(from as Key)?.role ?? 'piece';
  return move ? `Hint: ${role} ${from} to ${move.slice(2, 4)}` : `Hint: move the ${role} on ${from}`;
}

function onSeat(side: Side, { apart, seats }: GameView): void {
  const name = seatName(seats[side]);
  if (!apart) return tell(`${name} plays ${sideName(side)} now`);
  playSound('promote'); // whoever waits may look elsewhere
  tell(`${name} has come and plays ${sideName(side)}`);
}

/** What the other one wants; who has asked knows of it. */
function onWish(by: Side, wish: string, after: GameView): void {
  if (by !== ownSide(after)) announceNow(`${seatName(after.seats[by])} ${wish}`);
}

/** `after` is the game with the event in it. */
export function react(event: GameEvent, after: GameView): void {
  switch (event.type) {
    case 'move':
      return onMove(event.move, after);
    case 'back':
      return announce(`${sideName(after.state.turn)} to move after move ${after.moves.length}`);
    case 'end':
      playSound('end');
      announceNow(after.state.reason);
      speak(after.state.reason);
      return noteResult(after);
    case 'drawOffered':
      return onWish(event.by, 'offers a draw', after);
    case 'takebackOffered':
      return onWish(event.by, 'asks to take a move back', after);
    case 'rematchOffered':
      return onWish(event.by, 'offers a rematch', after);
    case 'takebackDeclined':
      return tell(`${seatName(after.seats[event.by])} does not want a move taken back`);
    case 'rematch':
      if (ownSide(after)) go({ screen: 'play', game: event.next });
      return;
    case 'drawDeclined':
      return tell(`${seatName(after.seats[event.by])} declines the draw`);
    case 'hint':
      return tell(hintWords(event.from, event.move, after));
    case 'paused':
      return announce(event.on ? 'Paused' : 'The game goes on');
    case 'seat':
      return onSeat(event.side, after);
    case 'trouble':
      return announceNow(event.message);
    case 'unsaved':
      return announceNow(after.unsaved);
    case 'snapshot':
    case 'presence': // told when it has lasted for a moment
      return;
  }
}
