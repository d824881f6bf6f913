// WatchControls: engines against each other, slower, faster, one move at a time, or joined.
import { useSignal } from '@preact/signals';
import { isOver, type GameView } from '../model/game-view';
import { Icon } from '../parts/icons';
import { MoreMenu, type MenuEntry } from '../parts/more-menu';
import { order, pause, setPace, takeOver } from '../state/game';
import { change, settings } from '../state/settings';

const kSlowest = 3000; // milliseconds between two moves

export function WatchControls({ view, menu }: { view: GameView; menu: MenuEntry[] }) {
  const { isPaused } = view.state;
  const hasEnded = isOver(view);
  const pace = useSignal(Number(settings.value.pace) || 0);

  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="action"
          disabled={hasEnded}
          onClick={() => pause(!isPaused)}
        >
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <button
          type="button"
          class="action"
          disabled={hasEnded || !isPaused}
          onClick={() => order('step')}
        >
          <Icon name="step" />
          Step
        </button>
        <MoreMenu
          name="Take over"
          icon="sit"
          entries={[
            { name: 'Play White', run: () => takeOver('white') },
            { name: 'Play Black', run: () => takeOver('black') },
          ]}
        />
        <MoreMenu name="More" icon="more" entries={menu} />
      </div>
      <label class="speed">
        <span>Speed</span>
        <input
          type="range"
          min="0"
          max={kSlowest}
          step="100"
          // To the right is faster, though the server wants the time between moves.
          value={kSlowest - pace.value}
          aria-valuetext={`${(pace.value / 1000).toFixed(1)} seconds a move at least`}
          onInput={event => (pace.value = kSlowest - Number(event.currentTarget.value))}
          onChange={() => {
            change('pace', String(pace.value));
            setPace(pace.value);
          }}
        />
      </label>
    </>
  );
}
