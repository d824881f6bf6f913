// What a person types into the move box: a move, an order, or a question about the position.

export type Order =
  | 'takeback'
  | 'redo'
  | 'hint'
  | 'draw'
  | 'resign'
  | 'flip'
  | 'new'
  | 'help';

export type Question =
  | { about: 'clock' | 'last' | 'moves' }
  | { about: 'square' | 'pieces' | 'line'; what: string };

export type Typed =
  | { kind: 'move'; text: string }
  | { kind: 'order'; order: Order }
  | { kind: 'question'; question: Question };

const kOrders: Record<string, Order> = {
  takeback: 'takeback',
  undo: 'takeback',
  redo: 'redo',
  hint: 'hint',
  draw: 'draw',
  resign: 'resign',
  flip: 'flip',
  new: 'new',
  help: 'help',
};

/** Whatever is no order and no question is a move: the server knows how those are written. */
export function readTyped(input: string): Typed {
  const text = input.trim();
  const [word = '', what = ''] = text.split(/\s+/);
  const order = Object.entries(kOrders).find(([name]) => name === word.toLowerCase());
  if (order) return { kind: 'order', order: order[1] };
  const question = readQuestion(word.toLowerCase(), what);
  return question ? { kind: 'question', question } : { kind: 'move', text };
}

function readQuestion(word: string, what: string): Question | undefined {
  if (word === 'clock' || word === 'last' || word === 'moves') return { about: word };
  if (word === 'board' && /^[a-h][1-8]$/i.test(what))
    return { about: 'square', what: what.toLowerCase() };
  if (word === 'p' && /^[kqrbnp]$/i.test(what)) return { about: 'pieces', what };
  if (word === 's' && /^[a-h1-8]$/i.test(what)) return { about: 'line', what: what.toLowerCase() };
  return undefined;
}
