// GameBoard: the board of the game on the table, with everything a move can need.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { freeSide, isOver, isShared, lookAt, ownSide, type GameView } from '../model/game-view';
import type { Side } from '../model/protocol';
import type { Key } from '../model/squares';
import { sideName } from '../model/words';
import { announce } from '../state/announce';
import { clockWords, lastMoveWords, squareWords } from '../state/answers';
import { lookAfter, movePending, nearSide, revision, sendMove, shownPly } from '../state/game';
import { complain } from '../state/notice';
import { isOn } from '../state/settings';
import { playSound } from '../state/sounds';
import { Board } from './board';
import { PromotionChooser } from './promotion';

const kNoMoves: Record<string, string[]> = {};

/** A pawn that has arrived and waits for its new name. */
const promoting = signal<{ from: Key; to: Key } | null>(null);

/** Who sits below unless the board is flipped. */
export function naturalSide(view: GameView): Side {
  if (isShared(view)) return isOn('turnBoard') ? view.state.turn : 'white';
  return ownSide(view) ?? 'white';
}

function onMove(view: GameView, from: Key, to: Key, isPremove: boolean): void {
  const move = from + to;
  if (!view.state.promotions.includes(move)) void sendMove(move);
  else if (isPremove || isOn('autoQueen')) void sendMove(`${move}q`);
  else promoting.value = { from, to };
}

function onIllegal(from: Key, to: Key): void {
  playSound('illegal');
  complain(`${from}–${to} is not legal`);
}

function readOut(view: GameView, letter: string, square: Key): void {
  if (letter === 'o') announce(squareWords(view, square));
  if (letter === 'l') announce(lastMoveWords(view));
  if (letter === 'c') announce(clockWords(view));
}

function Promotion({ orientation }: { orientation: Side }) {
  if (!promoting.value) return null;
  const { from, to } = promoting.value;
  return (
    <PromotionChooser
      square={to}
      orientation={orientation}
      onChoose={letter => {
        promoting.value = null;
        void sendMove(from + to + letter);
      }}
      onCancel={() => {
        promoting.value = null;
        ++revision.value; // the pawn goes back
      }}
    />
  );
}

export function GameBoard({ view }: { view: GameView }) {
  useEffect(() => () => void (promoting.value = null), [view.game]);
  const { state, moves } = view;
  const ply = shownPly.value ?? moves.length;
  const isPresent = ply === moves.length;
  const shown = isPresent
    ? { fen: state.fen, last: state.last, isCheck: state.isCheck }
    : lookAt(view.start, moves, ply);
  const orientation = nearSide(naturalSide(view));
  const canMove = isPresent && !isOver(view) && !freeSide(view);
  const mover = isShared(view) ? state.turn : ownSide(view); // nobody if others play
  // The server tells both of two people apart what the one to move can do.
  const legal = mover === state.turn ? state.legal : kNoMoves;
  const isWaiting = movePending.value || promoting.value !== null;
  return (
    <Board
      label={`Board, ${sideName(orientation)} below`}
      fen={shown.fen}
      orientation={orientation}
      turn={state.turn}
      last={shown.last}
      isCheck={shown.isCheck}
      mover={canMove ? mover : undefined}
      legal={canMove && !isWaiting ? legal : kNoMoves}
      hint={isPresent ? view.hint : undefined}
      canPremove={isOn('premove') && !isShared(view)}
      revision={revision.value}
      onMove={(from, to, isPremove) => onMove(view, from, to, isPremove)}
      onIllegal={onIllegal}
      onTouch={() => lookAfter(moves.length)}
      onAsk={(letter, square) => readOut(view, letter, square)}
    >
      <Promotion orientation={orientation} />
    </Board>
  );
}
