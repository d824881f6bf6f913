// The games that were played, as the Games screen lists them.
import { signal } from '@preact/signals';
import { ask } from '../link/server';
import type { GameRecord, GamesFilter, ImportReport, Summary } from '../model/protocol';
import { countOf } from '../model/words';
import { pgnAddress } from './clipboard';
import { complain, offer } from './notice';
import { dropOpenGames } from './open-games';

const kPageSize = 50;
const kLargestImport = 16 * 2 ** 20; // bytes, as the server has it

export const filter = signal<GamesFilter>({});
export const games = signal<Summary[]>([]);
export const hasMore = signal(false);
export const chosen = signal<ReadonlySet<number>>(new Set());
export const report = signal<ImportReport | null>(null);

/** Empty fields are no wish at all. */
function wishes(): GamesFilter {
  return Object.fromEntries(Object.entries(filter.value).filter(([, wish]) => wish));
}

let latest = 0; // answers to older questions are of no use

async function fetchPage(before?: number): Promise<Summary[] | undefined> {
  const question = ++latest;
  const page = { do: 'games', limit: kPageSize, ...wishes() } as const;
  try {
    const answer = await ask(before === undefined ? page : { ...page, before });
    if (question !== latest) return undefined;
    hasMore.value = answer.games.length === kPageSize;
    return answer.games;
  } catch (error) {
    complain((error as Error).message);
    return undefined;
  }
}

export async function reload(): Promise<void> {
  const page = await fetchPage();
  if (!page) return;
  games.value = page;
  const listed = page.map(({ game }) => game);
  chosen.value = new Set([...chosen.value].filter(game => listed.includes(game)));
}

export async function loadMore(): Promise<void> {
  const page = await fetchPage(games.value[games.value.length - 1]?.game);
  if (page) games.value = [...games.value, ...page];
}

/** A game with all its moves, however many answers they fill. */
export async function recordOf(game: number): Promise<GameRecord> {
  const record = await ask({ do: 'record', game });
  const { moves, plies = 0 } = record;
  while (moves.length < plies) {
    const next = await ask({ do: 'record', game, from: moves.length });
    if (!next.moves.length) break;
    moves.push(...next.moves);
  }
  return record;
}

/** A game as text. What is too long for an answer is handed out as a file. */
export async function pgnOf(game: number): Promise<string> {
  const { pgn } = await ask({ do: 'record', game });
  if (pgn !== undefined) return pgn;
  const answer = await fetch(pgnAddress([game]));
  if (!answer.ok) throw new Error((await answer.text()) || `The server said ${answer.status}.`);
  return answer.text();
}

export function choose(game: number, isChosen: boolean): void {
  const next = new Set(chosen.value);
  if (isChosen) next.add(game);
  else next.delete(game);
  chosen.value = next;
}

export function chooseAll(isChosen: boolean): void {
  chosen.value = new Set(isChosen ? games.value.map(({ game }) => game) : []);
}

async function restore(numbers: number[]): Promise<void> {
  try {
    await ask({ do: 'restore', games: numbers });
    await reload();
  } catch (error) {
    complain((error as Error).message);
  }
}

export async function deleteGames(numbers: number[]): Promise<void> {
  try {
    await ask({ do: 'delete', games: numbers });
  } catch (error) {
    return complain((error as Error).message);
  }
  dropOpenGames(numbers);
  chosen.value = new Set();
  offer(`${countOf(numbers.length, 'game')} deleted.`, 'Undo', () => void restore(numbers));
  await reload();
}

export async function importPgn(file: Blob): Promise<void> {
  report.value = null;
  if (file.size > kLargestImport) return complain('The file is larger than 16 MB.');
  try {
    const answer = await fetch('/api/import', { method: 'POST', body: file });
    if (!answer.ok) throw new Error((await answer.text()) || `The server said ${answer.status}.`);
    report.value = await answer.json();
  } catch (error) {
    return complain(`The file was not imported. ${(error as Error).message}`);
  }
  await reload();
}
