// The game on the table: what the server told of it, which position is looked at, and what the
// person does.
import { computed, signal } from '@preact/signals';
import { ask, listen } from '../link/server';
import { advance, begin, ownSide, type GameView } from '../model/game-view';
import { opposite, type GameEvent, type NewGame, type PlainGameCommand, type Seat, type Side } from '../model/protocol';
import { kStart } from '../model/squares';
import { complain } from './notice';
import { noteOpenGame } from './open-games';
import { react } from './reactions';
import { go } from './router';
import { settings } from './settings';
import { forgetStreak } from './streak';

/** All games the server tells this page of; there is more than one only for a moment. */
const games = signal<ReadonlyMap<number, GameView>>(new Map());
const onTable = signal<number | null>(null);

export const view = computed(() =>
  onTable.value === null ? undefined : games.value.get(onTable.value),
);
/** Why the game cannot be shown. */
export const refusal = signal('');
/** After how many moves the position is shown; null is the present. */
export const shownPly = signal<number | null>(null);
export const isFlipped = signal(false);
/** A move on its way to the server. */
export const movePending = signal(false);
/** Counts refused moves: the board has to put the piece back. */
export const revision = signal(0);

function remember(game: GameView): void {
  games.value = new Map(games.value).set(game.game, game);
}

function forget(game: number): void {
  const left = new Map(games.value);
  left.delete(game);
  games.value = left;
}

const catchingUp = new Set<number>();

function catchUp(game: number, since: number | undefined): void {
  if (catchingUp.has(game)) return;
  catchingUp.add(game);
  ask(since === undefined ? { do: 'watch', game } : { do: 'watch', game, since })
    .catch((error: Error) => {
      if (game === onTable.value) refusal.value = error.message;
    })
    .finally(() => catchingUp.delete(game));
}

function receive(event: GameEvent): void {
  const before = games.value.get(event.game);
  const now = performance.now();
  const after = before ? advance(before, event, now) : begin(event, now);
  if (!after) {
    if (event.game === onTable.value) catchUp(event.game, before?.seq);
    return;
  }
  if (after === before) return;
  remember(after);
  noteOpenGame(after);
  if (event.game !== onTable.value) return;
  if (event.type === 'back') shownPly.value = null;
  if (event.type !== 'snapshot') react(event, after);
}

export function startGames(): void {
  listen(message => {
    if (message.type === 'settings') return;
    if (message.type !== 'hello') return receive(message);
    if (onTable.value !== null) catchUp(onTable.value, view.value?.seq);
  });
}

export function openGame(game: number): void {
  onTable.value = game;
  shownPly.value = null;
  isFlipped.value = false;
  movePending.value = false;
  refusal.value = '';
  if (!games.value.has(game)) catchUp(game, undefined);
}

export function closeGame(game: number): void {
  if (onTable.value === game) onTable.value = null;
  forget(game);
  ask({ do: 'unwatch', game }).catch(() => {}); // a server that was restarted knows of no watching
}

/** Starts a game and goes to it. With a move, that is played at once. */
export async function startGame(command: NewGame, firstMove?: string): Promise<void> {
  try {
    const { game } = await ask(command);
    go({ screen: 'play', game });
    const isWatching = command.white.kind !== 'person' && command.black.kind !== 'person';
    if (isWatching) await ask({ do: 'pace', game, ms: Number(settings.value.pace) || 0 });
    if (firstMove) await ask({ do: 'move', game, ply: 0, move: firstMove });
  } catch (error) {
    complain((error as Error).message);
  }
}

/** The same game once more, with these people and clocks. */
function playAgain(
  { start }: GameView,
  seats: Record<Side, Seat>,
  clocks: Record<Side, string>,
): Promise<void> {
  const command: NewGame = { do: 'new', ...seats, clocks };
  if (start !== kStart) command.from = { fen: start };
  if (settings.value.fast === 'on') command.fast = true;
  return startGame(command);
}

/** Everybody changes sides and takes the clock along. */
export function rematch(game: GameView): Promise<void> {
  const { seats, controls } = game;
  return playAgain(
    game,
    { white: seats.black, black: seats.white },
    { white: controls.black, black: controls.white },
  );
}

/** The only person plays against another level. */
export function tryLevel(game: GameView, elo: number): Promise<void> {
  const level = opposite(ownSide(game)!);
  forgetStreak();
  return playAgain(game, { ...game.seats, [level]: { kind: 'level', elo } }, game.controls);
}

/** A server that was restarted in between refuses what it has done already. */
function wasPlayed(ply: number, move: string): boolean {
  return view.value?.moves[ply]?.move === move;
}

export async function sendMove(move: string): Promise<void> {
  const current = view.value;
  if (!current || movePending.value) return;
  const { game, state } = current;
  movePending.value = true;
  try {
    await ask({ do: 'move', game, ply: state.ply, move });
  } catch (error) {
    if (wasPlayed(state.ply, move)) return;
    complain((error as Error).message);
    ++revision.value;
  } finally {
    movePending.value = false;
  }
}

/** Resolves to why the text was refused, or to nothing. */
export async function sendTyped(text: string): Promise<string> {
  const current = view.value;
  if (!current) return '';
  movePending.value = true;
  try {
    await ask({ do: 'type', game: current.game, ply: current.state.ply, text });
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    movePending.value = false;
  }
}

function attempt(promise: Promise<unknown>): void {
  promise.catch((error: Error) => complain(error.message));
}

export function order(command: PlainGameCommand): void {
  if (view.value) attempt(ask({ do: command, game: view.value.game }));
}

export function pause(on: boolean): void {
  if (view.value) attempt(ask({ do: 'pause', game: view.value.game, on }));
}

export function setPace(ms: number): void {
  if (view.value) attempt(ask({ do: 'pace', game: view.value.game, ms }));
}

function sit(side: Side, seat: Seat): void {
  if (view.value) attempt(ask({ do: 'seat', game: view.value.game, side, seat }));
}

export function takeOver(side: Side): void {
  sit(side, { kind: 'person', name: settings.value.name || 'You' });
}

/** An engine that has stopped is started anew when it sits down again. */
export function tryAgain(side: Side): void {
  if (view.value) sit(side, view.value.seats[side]);
}

/** Moves the eye through the game; an infinite step leads to its end. */
export function look(step: number): void {
  const last = view.value?.moves.length ?? 0;
  lookAfter(Math.max(0, Math.min(last, (shownPly.value ?? last) + step)));
}

export function lookAfter(ply: number): void {
  shownPly.value = ply === (view.value?.moves.length ?? 0) ? null : ply;
}

/** Who sits at the lower edge. */
export function nearSide(natural: Side): Side {
  return isFlipped.value ? opposite(natural) : natural;
}
