// FreeSeat: beside the board while a friend is expected: the link that leads to their seat.
import { freeSide, ownSide, type GameView } from '../model/game-view';
import { sideName } from '../model/words';
import { AskButton } from '../parts/ask-button';
import { LinkCard } from '../parts/link-card';
import { withdraw } from '../state/apart';

export function FreeSeat({ view }: { view: GameView }) {
  const side = freeSide(view);
  const link = view.apart?.link;
  if (!side) return null;
  if (!link || !ownSide(view)) return <p class="offer">{sideName(side)} is still to come.</p>;
  return (
    <section class="free-seat" aria-labelledby="free-seat">
      <h2 id="free-seat">Invite a friend</h2>
      <p>
        Send this link, or have the code scanned. Whoever opens it first plays {sideName(side)}
        {view.apart!.mayWatch ? '; others may watch.' : '.'}
      </p>
      <LinkCard label="Link to the game" link={link} />
      <AskButton
        name="Withdraw the game"
        question="Withdraw it?"
        yes="Yes, withdraw"
        onYes={() => void withdraw(view.game)}
      />
    </section>
  );
}
