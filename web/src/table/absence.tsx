// What is seen of a player who has left a game of two people apart, and what the other can do then.
import { useEffect, useRef } from 'preact/hooks';
import { absentOpponent, canClaim, hasLeft, isAway } from '../model/away';
import type { GameView } from '../model/game-view';
import type { Side } from '../model/protocol';
import { seatName } from '../model/words';
import { AskButton } from '../parts/ask-button';
import { useNow } from '../parts/now';
import { announce } from '../state/announce';
import { claim } from '../state/apart';
import { tell } from '../state/notice';

const kTick = 1000; // milliseconds

/** Beside the name. */
export function AbsentMark({ view, side }: { view: GameView; side: Side }) {
  const now = useNow(isAway(view, side), kTick);
  const isGone = hasLeft(view, side, now);
  const wasGone = useRef(isGone);
  useEffect(() => {
    if (isGone !== wasGone.current)
      tell(`${seatName(view.seats[side])} ${isGone ? 'has left' : 'is back'}`);
    wasGone.current = isGone;
  }, [isGone]);
  return isGone ? <span class="absent">has left</span> : null;
}

/** After a minute without the other, the game is theirs who stayed, or a draw. */
export function AbsenceOffer({ view }: { view: GameView }) {
  const absent = absentOpponent(view);
  const now = useNow(absent !== undefined, kTick);
  const isDue = canClaim(view, now);
  useEffect(() => {
    if (isDue) announce('You may claim the win, or call it a draw');
  }, [isDue]);
  if (!absent || !isDue) return null;
  return (
    <div class="offer stacked" role="group" aria-label="Claim">
      <span>{seatName(view.seats[absent])} has left. You may wait, or:</span>
      <AskButton
        name="Claim the win"
        question="Claim the win?"
        yes="Yes, claim"
        onYes={() => claim('win')}
      />
      <AskButton
        name="Call it a draw"
        question="Call it a draw?"
        yes="Yes, draw"
        onYes={() => claim('draw')}
      />
    </div>
  );
}
