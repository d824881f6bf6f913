// HomeScreen: the board, ready to play, and everything there is to choose beside it.
import { hello as greeting } from '../link/server';
import { turnOf } from '../model/notation';
import type { Hello, Side, Summary } from '../model/protocol';
import {
  isByLink,
  kClockPresets,
  kClockStyles,
  newGame,
  readSetup,
  type ClockChoice,
  type Setup,
} from '../model/setup';
import { kFiles, kStart, looksLikeFen } from '../model/squares';
import { countOf, playersText, sideName, timeAgo } from '../model/words';
import { Switch, NumberField, RadioCards, SelectField, TextField } from '../parts/fields';
import { useShortcuts } from '../parts/shortcuts';
import { startGame } from '../state/game';
import { filter } from '../state/library';
import { openGames } from '../state/open-games';
import { change, isOn, settings } from '../state/settings';
import { Board, MiniBoard } from '../table/board';
import { OpponentPicker, type PickerProps } from './opponent-picker';

/** White's twenty first moves: the page knows no rules, and no game to ask about has begun. */
const kFirstMoves: Record<string, string[]> = {
  b1: ['a3', 'c3'],
  g1: ['f3', 'h3'],
};
for (const file of kFiles) kFirstMoves[`${file}2`] = [`${file}3`, `${file}4`];

function start(setup: Setup, hello: Hello, firstMove?: string): void {
  const person = { name: settings.value.name, wantsFast: isOn('fast') };
  // Who moves a white piece plays White, whatever chance would have said.
  const played = firstMove ? { ...setup, color: 'white' } : setup;
  void startGame(newGame(played, hello, person, Math.random()), firstMove);
}

function HomeBoard({ setup, hello }: { setup: Setup; hello: Hello }) {
  const hasPosition = setup.from === 'position' && looksLikeFen(setup.fen);
  const orientation: Side = setup.color === 'black' ? 'black' : 'white';
  const canBegin =
    setup.from === 'start' &&
    setup.color !== 'black' &&
    setup.opponent !== 'watch' &&
    !isByLink(setup, hello);
  return (
    <Board
      label="Board"
      fen={hasPosition ? setup.fen.trim() : kStart}
      orientation={orientation}
      turn="white"
      mover={canBegin ? 'white' : undefined}
      legal={canBegin ? kFirstMoves : {}}
      onMove={(from, to) => start(setup, hello, from + to)}
    />
  );
}

function ContinueCard({ summary }: { summary: Summary }) {
  const { game, black, fen = kStart } = summary;
  const { number, isBlack } = turnOf(fen);
  // The person's own pieces are below, if this is the person's game.
  const orientation = black === (settings.value.name || 'You') ? 'black' : 'white';
  return (
    <a class="continue" href={`#/play/${game}`}>
      <MiniBoard fen={fen} orientation={orientation} />
      <span class="continue-words">
        <span class="continue-title">Continue</span>
        <span class="players">
          {playersText(summary)}
        </span>
        <span class="muted">
          {sideName(isBlack ? 'black' : 'white')} to move · move {number} ·{' '}
          {timeAgo(summary.started, Date.now())}
        </span>
      </span>
    </a>
  );
}

/** The newest as a card; the others are a click away. */
function OpenGames() {
  const [newest, ...others] = openGames.value;
  if (!newest) return null;
  return (
    <>
      <ContinueCard summary={newest} />
      {others.length > 0 && (
        <a class="more-open" href="#/games" onClick={() => (filter.value = { result: '*' })}>
          {countOf(others.length, 'other unfinished game')}
        </a>
      )}
    </>
  );
}

function ClockFields(props: { clock: ClockChoice; onChange(clock: ClockChoice): void }) {
  const { clock, onChange } = props;
  return (
    <div class="details">
      {clock.style !== 'each' && (
        <NumberField
          label="Minutes"
          most={600}
          step={0.5}
          value={clock.minutes}
          onChange={minutes => onChange({ ...clock, minutes })}
        />
      )}
      <NumberField
        label="Seconds"
        most={600}
        value={clock.seconds}
        onChange={seconds => onChange({ ...clock, seconds })}
      />
      <SelectField
        label="Each move"
        value={clock.style}
        choices={Object.entries(kClockStyles).map(([value, name]) => ({ value, name }))}
        onChange={style => onChange({ ...clock, style })}
      />
    </div>
  );
}

function ClockPicker({ setup, onChange }: PickerProps) {
  return (
    <div class="clock-picker">
      <RadioCards
        legend="Clock"
        group="clock"
        kind="clocks"
        value={setup.clock}
        choices={kClockPresets.map(value => ({
          value,
          name: { none: 'None', custom: 'Custom' }[value] ?? value,
        }))}
        onChange={clock => onChange({ clock })}
      />
      {setup.clock === 'custom' && (
        <ClockFields clock={setup.custom} onChange={custom => onChange({ custom })} />
      )}
      <Switch
        label="Different for the opponent"
        isOn={setup.hasOdds}
        onChange={hasOdds => onChange({ hasOdds })}
      />
      {setup.hasOdds && (
        <fieldset class="odds">
          <legend>The opponent's clock</legend>
          <ClockFields clock={setup.odds} onChange={odds => onChange({ odds })} />
        </fieldset>
      )}
    </div>
  );
}

function StartPicker({ setup, onChange }: PickerProps) {
  return (
    <>
      <RadioCards
        legend="From"
        group="from"
        value={setup.from}
        choices={[
          { value: 'start', name: 'Start' },
          { value: 'position', name: 'Position' },
          { value: 'chess960', name: 'Chess960' },
        ]}
        onChange={from => onChange({ from })}
      />
      {setup.from === 'position' && (
        <div class="details">
          <TextField
            label="FEN"
            value={setup.fen}
            longest={120}
            placeholder={kStart}
            onChange={fen => onChange({ fen })}
          />
        </div>
      )}
    </>
  );
}

export function HomeScreen() {
  const hello = greeting.value;
  const setup = readSetup(settings.value.setup);
  const onChange = (changes: Partial<Setup>) =>
    change('setup', JSON.stringify({ ...setup, ...changes }));
  useShortcuts({ n: () => document.querySelector<HTMLElement>('.play-button')?.focus() });

  if (!hello)
    return (
      <div class="page">
        <h1>Castellan</h1>
        <p>Connecting…</p>
      </div>
    );
  const picker = { setup, hello, onChange };
  const isWatching = setup.opponent === 'watch';
  return (
    <div class="table home">
      <h1 class="unseen">Play chess</h1>
      <HomeBoard setup={setup} hello={hello} />
      <form
        class="side setup"
        aria-label="New game"
        onSubmit={event => {
          event.preventDefault();
          start(setup, hello);
        }}
      >
        {hello.notice && <p class="trouble">{hello.notice}</p>}
        <OpenGames />
        <OpponentPicker {...picker} />
        {!isWatching && (
          <RadioCards
            legend="Colour"
            group="color"
            value={setup.color}
            choices={[
              { value: 'white', name: 'White' },
              { value: 'random', name: 'Random' },
              { value: 'black', name: 'Black' },
            ]}
            onChange={color => onChange({ color })}
          />
        )}
        <ClockPicker {...picker} />
        <StartPicker {...picker} />
        <button type="submit" class="button primary play-button">
          {isWatching ? 'Watch' : isByLink(setup, hello) ? 'Get the link' : 'Play'}
        </button>
      </form>
    </div>
  );
}
