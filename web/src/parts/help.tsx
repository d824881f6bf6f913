// HelpDialog: which keys do what.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export const isHelpOpen = signal(false);

const kAnywhere: [string, string][] = [
  ['← → or j k', 'go through the game'],
  ['Home, End', 'first and last position'],
  ['f', 'flip the board'],
  ['m or /', 'type a move'],
  ['t, r', 'take back, redo'],
  ['h', 'hint; once more: the move'],
  ['n', 'new game'],
  ['?', 'this list'],
];
const kOnTheBoard: [string, string][] = [
  ['arrows', 'walk from square to square'],
  ['Enter', 'pick up and put down'],
  ['Esc', 'let go'],
  ['k q r b n p', 'go to the next such piece; with Shift, the one before'],
  ['1 to 8', 'go to the rank; with Shift, to the file'],
  ['o, l, c', 'hear the square, the last move, the clocks'],
];
const kTyped: [string, string][] = [
  ['Nf3, e2e4, O-O', 'moves'],
  ['undo, redo, hint, draw, resign, flip, new', 'orders'],
  ['clock, last, moves', 'questions'],
  ['board e4, p N, s a', 'what is on a square, where a kind of piece is, what is on a line'],
];

function Keys({ title, rows }: { title: string; rows: [string, string][] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
  }, [isHelpOpen.value]);
  if (!isHelpOpen.value) return null;
  return (
    <dialog
      class="help"
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => (isHelpOpen.value = false)}
    >
      <h2 id="help-title">Keys</h2>
      <Keys title="Anywhere" rows={kAnywhere} />
      <Keys title="On the board" rows={kOnTheBoard} />
      <Keys title="In the move box" rows={kTyped} />
      <button type="button" class="button primary" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
