// PlayerStrip: one player beside the board: name, rating, what was taken, and the clock.
import { useEffect, useRef } from 'preact/hooks';
import { isOpen } from '../link/server';
import { clockText, lowTime, timeLeft } from '../model/clock';
import { isOver, ownSide, type GameView } from '../model/game-view';
import { opposite, type Side } from '../model/protocol';
import { kRoles } from '../model/squares';
import { materialLead, seatName, seatRating, sideName } from '../model/words';
import { useNow } from '../parts/now';
import { playSound } from '../state/sounds';
import { AbsentMark } from './absence';

const kTick = 100; // milliseconds

function Clock({ view, side }: { view: GameView; side: Side }) {
  const isRunning = view.state.runs === side;
  const now = useNow(isRunning, kTick);
  const left = timeLeft(view, side, Math.max(now, view.receivedAt));
  const isLow = left !== null && isRunning && left < lowTime(view.controls[side]);
  const hasWarned = useRef(false);
  useEffect(() => {
    if (!isLow || hasWarned.current || side !== ownSide(view)) return;
    hasWarned.current = true;
    playSound('lowTime');
  }, [isLow]);

  if (left === null) return null;
  const classes = ['clock', isRunning && 'runs', isLow && 'low', !isOpen.value && 'stale'];
  return (
    <div
      class={classes.filter(Boolean).join(' ')}
      role="timer"
      aria-label={`${sideName(side)}'s clock`}
    >
      {clockText(left)}
    </div>
  );
}

/** What a side has taken, and by how many pawns it leads. */
function Captured({ view, side }: { view: GameView; side: Side }) {
  const { captured } = view.state;
  const taken = [...captured[side]];
  const lead = materialLead(captured[side], captured[opposite(side)]);
  const names = taken.map(letter => kRoles[letter]).join(', ');
  return (
    <span class="captured">
      {names && <span class="unseen">{`has taken ${names}`}</span>}
      {taken.map((letter, index) => (
        <span key={index} class={`piece-icon small ${opposite(side)} ${kRoles[letter]}`} />
      ))}
      {lead > 0 && <span class="lead">+{lead}</span>}
    </span>
  );
}

export function PlayerStrip({ view, side }: { view: GameView; side: Side }) {
  const seat = view.seats[side];
  const { state } = view;
  const isToMove = !isOver(view) && state.turn === side;
  const isThinking = isToMove && state.isThinking;
  return (
    <div class={`strip ${isToMove ? 'to-move' : ''}`} role="group" aria-label={sideName(side)}>
      <span class={`side-mark ${side}`} aria-hidden="true" />
      <span class="player">
        <span class="name">{seat.kind === 'friend' ? 'Waiting for a friend…' : seatName(seat)}</span>
        <span class="rating">{seatRating(seat)}</span>
        <AbsentMark key={view.game} view={view} side={side} />
        {isThinking && <span class="thinking" role="img" aria-label="is thinking" />}
        <Captured view={view} side={side} />
      </span>
      <Clock view={view} side={side} />
    </div>
  );
}
