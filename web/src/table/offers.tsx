// Offers: what waits for an answer: a draw, and a move to be taken back.
import type { ComponentChildren } from 'preact';
import { isOver, isShared, ownSide, type GameView } from '../model/game-view';
import { seatName } from '../model/words';
import { order } from '../state/game';

function Offer({ name, words, children }: { name: string; words: string; children: ComponentChildren }) {
  return (
    <div class="offer" role="group" aria-label={name}>
      <span>{words}</span>
      {children}
    </div>
  );
}

function Answers({ accept }: { accept: 'draw' | 'takeback' }) {
  return (
    <div class="buttons">
      <button type="button" class="button" onClick={() => order(accept)}>
        Accept
      </button>
      <button type="button" class="button" onClick={() => order('decline')}>
        Decline
      </button>
    </div>
  );
}

export function DrawOffer({ view }: { view: GameView }) {
  const { drawOffer: by, person } = view.state;
  if (!by || isOver(view)) return null;
  if (by === ownSide(view)) return <p class="offer">You offered a draw.</p>;
  // Of two people at one board, the one to move offers; the other answers when it is their turn.
  if (isShared(view) && by === person)
    return <p class="offer">A draw is offered with this move.</p>;
  const words = `${seatName(view.seats[by])} offers a draw.`;
  if (!isShared(view) && !ownSide(view)) return <p class="offer">{words}</p>;
  return (
    <Offer name="Draw offer" words={words}>
      <Answers accept="draw" />
    </Offer>
  );
}

export function TakebackOffer({ view }: { view: GameView }) {
  const { takebackOffer: by } = view.state;
  if (!by || isOver(view)) return null;
  if (by === ownSide(view)) return <p class="offer">You asked to take a move back.</p>;
  const words = `${seatName(view.seats[by])} asks to take a move back.`;
  if (!ownSide(view)) return <p class="offer">{words}</p>;
  return (
    <Offer name="Takeback request" words={words}>
      <Answers accept="takeback" />
    </Offer>
  );
}
