// GameEnd: how the game ended, and what to do next. It stands beside the board, not on it.
import { onlyPerson, type GameView } from '../model/game-view';
import { opposite } from '../model/protocol';
import { pgnAddress } from '../state/clipboard';
import { rematch, tryLevel } from '../state/game';
import { go } from '../state/router';
import { levelToTry } from '../state/streak';

function headline(view: GameView): string {
  const person = onlyPerson(view);
  const { result } = view.state;
  if (result === '1/2-1/2') return 'Draw';
  if (!person || (result !== '1-0' && result !== '0-1')) return 'The game is over';
  return (result === '1-0') === (person === 'white') ? 'You win' : 'You lose';
}

function LevelOffer({ view }: { view: GameView }) {
  const elo = levelToTry(view);
  const person = onlyPerson(view);
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

export function GameEnd({ view }: { view: GameView }) {
  return (
    <section class="game-end" aria-label="Result">
      <h2>
        {headline(view)} <span class="score">{view.state.result}</span>
      </h2>
      <p class="reason">{view.state.reason}</p>
      <div class="buttons">
        <button type="button" class="button primary" onClick={() => void rematch(view)}>
          Rematch
        </button>
        <button type="button" class="button" onClick={() => go({ screen: 'home' })}>
          New game
        </button>
        <a class="button" href={pgnAddress([view.game])} download={`castellan-${view.game}.pgn`}>
          Save PGN
        </a>
      </div>
      <LevelOffer view={view} />
    </section>
  );
}
