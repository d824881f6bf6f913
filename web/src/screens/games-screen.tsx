// GamesScreen: the games that were played: found, exported, imported, deleted and brought back.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isOpen } from '../link/server';
import type { GamesFilter, ImportReport, Summary } from '../model/protocol';
import { countOf, playersText } from '../model/words';
import { SelectField, TextField } from '../parts/fields';
import { pgnAddress } from '../state/clipboard';
import {
  choose,
  chooseAll,
  chosen,
  deleteGames,
  filter,
  games,
  hasMore,
  importPgn,
  loadMore,
  reload,
  report,
} from '../state/library';

const kTypingPause = 250; // milliseconds

const kResults = [
  { value: '', name: 'Any result' },
  { value: '1-0', name: 'White won' },
  { value: '0-1', name: 'Black won' },
  { value: '1/2-1/2', name: 'Draw' },
  { value: '*', name: 'Unfinished' },
];

function DateField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="date"
        value={props.value}
        onChange={event => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Filters() {
  const { player = '', opening = '', result = '', since = '', until = '' } = filter.value;
  const set = (change: GamesFilter) => (filter.value = { ...filter.value, ...change });
  return (
    <form class="filters" role="search" onSubmit={event => event.preventDefault()}>
      <TextField label="Player" value={player} onChange={text => set({ player: text })} />
      <TextField
        label="Opening or ECO"
        value={opening}
        onChange={text => set({ opening: text })}
      />
      <SelectField
        label="Result"
        value={result}
        choices={kResults}
        onChange={text => set({ result: text })}
      />
      <DateField label="Since" value={since} onChange={day => set({ since: day })} />
      <DateField label="Until" value={until} onChange={day => set({ until: day })} />
    </form>
  );
}

function GameRow({ summary }: { summary: Summary }) {
  const { game, result, opening, eco, plies, started } = summary;
  const isUnfinished = !summary.isOver;
  const day = started.slice(0, 10);
  return (
    <tr>
      <td>
        <label class="tick">
          <input
            type="checkbox"
            aria-label={`Choose ${playersText(summary, 'against')}, ${day}`}
            checked={chosen.value.has(game)}
            onChange={event => choose(game, event.currentTarget.checked)}
          />
        </label>
      </td>
      <td class="players">
        <a href={isUnfinished ? `#/play/${game}` : `#/game/${game}`}>
          <span class="names">
            {playersText(summary)}
          </span>
          <span class="second-line">
            {day} · {opening || countOf(plies, 'half-move')}
          </span>
        </a>
      </td>
      <td class="result">{isUnfinished ? 'open' : result === '*' ? 'ended' : result.replace(/1\/2/g, '½')}</td>
      <td class="wide">
        {eco && <span class="eco">{eco}</span>} {opening}
      </td>
      <td class="wide number">{Math.ceil(plies / 2)}</td>
      <td class="wide">{day}</td>
    </tr>
  );
}

function GameTable() {
  const isAll = games.value.length > 0 && games.value.every(({ game }) => chosen.value.has(game));
  return (
    <table class="games">
      <caption class="unseen">Games, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">
            <label class="tick">
              <input
                type="checkbox"
                aria-label="Choose all"
                checked={isAll}
                onChange={event => chooseAll(event.currentTarget.checked)}
              />
            </label>
          </th>
          <th scope="col">Players</th>
          <th scope="col">Result</th>
          <th scope="col" class="wide">
            Opening
          </th>
          <th scope="col" class="wide number">
            Moves
          </th>
          <th scope="col" class="wide">
            Date
          </th>
        </tr>
      </thead>
      <tbody>
        {games.value.map(summary => (
          <GameRow key={summary.game} summary={summary} />
        ))}
      </tbody>
    </table>
  );
}

function ImportResult({ found }: { found: ImportReport }) {
  return (
    <section class="import-report" aria-label="Import">
      <p>
        {countOf(found.games, 'game')} imported
        {found.bad > 0 && `, ${found.bad} with errors`}.
      </p>
      {found.problems.length > 0 && (
        <ul>
          {found.problems.map(({ line, column, message }) => (
            <li key={`${line}:${column}`}>
              Line {line}, column {column}: {message}
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="button" onClick={() => (report.value = null)}>
        Close
      </button>
    </section>
  );
}

function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <label class="button">
      Import PGN
      <input
        type="file"
        class="unseen"
        accept=".pgn,.txt,application/vnd.chess-pgn,text/plain"
        ref={input}
        onChange={() => {
          const file = input.current!.files?.[0];
          if (file) void importPgn(file);
          input.current!.value = ''; // the same file can be chosen again
        }}
      />
    </label>
  );
}

export function GamesScreen() {
  const isDropTarget = useSignal(false);
  const { player, opening } = filter.value;

  // Choices act at once, typing after a short pause.
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const timer = setTimeout(() => void reload(), kTypingPause);
    return () => clearTimeout(timer);
  }, [player, opening]);
  useEffect(() => {
    if (isOpen.value) void reload();
  }, [filter.value.result, filter.value.since, filter.value.until, isOpen.value]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    isDropTarget.value = false;
    const file = event.dataTransfer?.files[0];
    if (file) void importPgn(file);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    isDropTarget.value = true;
  };

  const picked = [...chosen.value];
  const hasFilter = Object.values(filter.value).some(Boolean);
  return (
    <div
      class={`page games-page ${isDropTarget.value ? 'drop-target' : ''}`}
      onDragOver={onDragOver}
      onDragLeave={() => (isDropTarget.value = false)}
      onDrop={onDrop}
    >
      <h1>Games</h1>
      <Filters />
      <div class="buttons">
        <ImportButton />
        <a class="button" href={pgnAddress(picked)} download="castellan-games.pgn">
          {picked.length ? `Export ${countOf(picked.length, 'game')}` : 'Export all'}
        </a>
        <button
          type="button"
          class="button"
          disabled={!picked.length}
          onClick={() => void deleteGames(picked)}
        >
          {picked.length ? `Delete ${countOf(picked.length, 'game')}` : 'Delete'}
        </button>
      </div>
      {report.value && <ImportResult found={report.value} />}
      {games.value.length > 0 ? (
        <GameTable />
      ) : (
        <p class="empty">
          {hasFilter ? 'No game is like that.' : 'No games yet. They appear here as you play.'}
        </p>
      )}
      {hasMore.value && (
        <button type="button" class="button load-more" onClick={() => void loadMore()}>
          Older games
        </button>
      )}
    </div>
  );
}
