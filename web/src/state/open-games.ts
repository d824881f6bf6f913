// Unfinished games, for the home screen: those the server named, kept up with those seen here.
import { signal } from '@preact/signals';
import { listen } from '../link/server';
import { isOver, type GameView } from '../model/game-view';
import type { Summary } from '../model/protocol';
import { seatName } from '../model/words';

export const openGames = signal<Summary[]>([]);

export function dropOpenGames(numbers: readonly number[]): void {
  openGames.value = openGames.value.filter(({ game }) => !numbers.includes(game));
}

export function noteOpenGame(view: GameView): void {
  const known = openGames.value.find(({ game }) => game === view.game);
  dropOpenGames([view.game]);
  if (isOver(view)) return;
  const { state, seats, moves } = view;
  const summary: Summary = {
    game: view.game,
    started: known?.started ?? new Date().toISOString().slice(0, 19).replace('T', ' '),
    white: seatName(seats.white),
    black: seatName(seats.black),
    result: state.result,
    opening: state.opening,
    eco: state.eco,
    plies: moves.length,
    isOver: false,
    isLive: true,
    fen: state.fen,
  };
  openGames.value = [summary, ...openGames.value];
}

export function startOpenGames(): void {
  listen(message => {
    if (message.type === 'hello') openGames.value = message.open;
  });
}
