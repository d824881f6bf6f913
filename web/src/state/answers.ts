// Answers in words to questions about the game.
import { spokenTime, timeLeft } from '../model/clock';
import type { GameView } from '../model/game-view';
import type { Side } from '../model/protocol';
import { piecesOf, type Key } from '../model/squares';
import type { Question } from '../model/typed';
import { sideName, spokenMove, squareLabel, whatStandsOn, wherePiecesStand } from '../model/words';
import { settings } from './settings';

export function lastMoveWords({ moves }: GameView): string {
  const last = moves[moves.length - 1];
  return last ? `Last move: ${spokenMove(last, settings.value.announce)}` : 'No move yet';
}

export function clockWords(view: GameView): string {
  const one = (side: Side) => {
    const left = timeLeft(view, side, performance.now());
    return left === null ? `${sideName(side)}: no clock` : `${sideName(side)}: ${spokenTime(left)}`;
  };
  return `${one('white')}. ${one('black')}`;
}

export function squareWords(view: GameView, square: Key): string {
  return squareLabel(square, {
    pieces: piecesOf(view.state.fen),
    selected: undefined,
    targets: view.state.legal[square],
    isTarget: false,
  });
}

function legalMoveWords({ legal }: GameView['state']): string {
  const moves = Object.entries(legal).map(([from, to]) => `${from} to ${to.join(' or ')}`);
  return moves.join('; ') || 'No moves now';
}

export function answerQuestion(question: Question, view: GameView): string {
  const pieces = piecesOf(view.state.fen);
  switch (question.about) {
    case 'clock':
      return clockWords(view);
    case 'last':
      return lastMoveWords(view);
    case 'moves':
      return legalMoveWords(view.state);
    case 'square':
      return squareWords(view, question.what as Key);
    case 'pieces':
      return wherePiecesStand(question.what, pieces);
    case 'line':
      return whatStandsOn(question.what, pieces);
  }
}
