// GameEnd: how the game ended, and what to do next. It stands beside the board, not on it.
import { isOnlooker, ownSide, type GameView } from '../model/game-view';
import { opposite } from '../model/protocol';
import { seatName } from '../model/words';
import { pgnAddress } from '../state/clipboard';
import { order, rematch, tryLevel } from '../state/game';
import { go } from '../state/router';
import { levelToTry } from '../state/streak';

function headline(view: GameView): string {
  const person = ownSide(view);
  const { result } = view.state;
  if (result === '1/2-1/2') return 'Draw';
  if (!person || (result !== '1-0' && result !== '0-1')) return 'The game is over';
  return (result === '1-0') === (person === 'white') ? 'You win' : 'You lose';
}

function LevelOffer({ view }: { view: GameView }) {
  const elo = levelToTry(view);
  const person = ownSide(view);
  if (elo === undefined || !person) return null;
  const level = view.seats[opposite(person)];
  const isHarder = level.kind === 'level' && elo > level.elo;
  return (
    <p class="level-offer">
      {isHarder ? 'Three wins in a row.' : 'Three losses in a row.'}
      <button type="button" class="button" onClick={() => void tryLevel(view, elo)}>
        {`Try level ${elo}`}
      </button>
    </p>
  );
}

/** Two people apart have to agree; those who look on have no say. */
function Rematch({ view }: { view: GameView }) {
  const { rematchOffer: by } = view.state;
  if (isOnlooker(view)) return null;
  const isOffered = by !== undefined && by === ownSide(view);
  return (
    <button
      type="button"
      class="button primary"
      disabled={isOffered}
      onClick={() => (view.apart ? order('rematch') : void rematch(view))}
    >
      {isOffered ? 'Rematch offered' : by ? 'Accept the rematch' : 'Rematch'}
    </button>
  );
}

function RematchOffer({ view }: { view: GameView }) {
  const { rematchOffer: by } = view.state;
  if (!by || by === ownSide(view)) return null;
  return <p class="rematch-offer">{seatName(view.seats[by])} offers a rematch.</p>;
}

export function GameEnd({ view }: { view: GameView }) {
  return (
    <section class="game-end" aria-label="Result">
      <h2>
        {headline(view)}{' '}
        {view.state.result !== '*' && <span class="score">{view.state.result}</span>}
      </h2>
      <p class="reason">{view.state.reason}</p>
      <RematchOffer view={view} />
      <div class="buttons">
        <Rematch view={view} />
        <button type="button" class="button" onClick={() => go({ screen: 'home' })}>
          New game
        </button>
        {!isOnlooker(view) && (
          <a class="button" href={pgnAddress([view.game])} download={`castellan-${view.game}.pgn`}>
            Save PGN
          </a>
        )}
      </div>
      <LevelOffer view={view} />
    </section>
  );
}
