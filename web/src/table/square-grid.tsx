// SquareGrid: the board for the keyboard and for screen readers, 64 buttons over the drawn one.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Side } from '../model/protocol';
import { jumpToLine, jumpToPiece, kRoles, squaresSeenBy, walk, type Key, type Pieces } from '../model/squares';
import { squareLabel } from '../model/words';

export interface SquareGridProps {
  label: string;
  orientation: Side;
  pieces: Pieces;
  selected: Key | undefined;
  targetsOf(square: Key): readonly string[] | undefined;
  onChoose(square: Key): void;
  onCancel(): void;
  onAsk?: ((letter: string, square: Key) => void) | undefined; // o, l, c: read something out
}

const kQuestions = 'olc';

export function SquareGrid(props: SquareGridProps) {
  const { orientation, pieces, selected, targetsOf } = props;
  const [active, setActive] = useState<Key>(orientation === 'white' ? 'e2' : 'e7');
  const grid = useRef<HTMLDivElement>(null);
  const followsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!followsFocus.current) return;
    followsFocus.current = false;
    grid.current!.querySelector<HTMLElement>(`[data-square="${active}"]`)!.focus();
  }, [active]);

  const moveTo = (square: Key | undefined) => {
    if (!square || square === active) return;
    followsFocus.current = true;
    setActive(square);
  };

  const destination = (event: KeyboardEvent): Key | undefined => {
    const letter = event.key.toLowerCase();
    const digit = /^Digit([1-8])$/.exec(event.code)?.[1];
    if (letter in kRoles) return jumpToPiece(active, letter, pieces, event.shiftKey);
    if (digit) return jumpToLine(active, Number(digit), event.shiftKey);
    return walk(active, event.key, orientation);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const square = destination(event);
    if (square) moveTo(square);
    else if (event.key === 'Escape') props.onCancel();
    else if (kQuestions.includes(event.key)) props.onAsk?.(event.key, active);
    else return;
    event.preventDefault();
  };

  const targets = selected && targetsOf(selected);
  return (
    <div class="square-grid" role="grid" aria-label={props.label} ref={grid} onKeyDown={onKeyDown}>
      {squaresSeenBy(orientation).map(row => (
        <div role="row" key={row[0]}>
          {row.map(square => (
            <div role="gridcell" key={square}>
              <button
                type="button"
                data-square={square}
                tabIndex={square === active ? 0 : -1}
                aria-label={squareLabel(square, {
                  pieces,
                  selected,
                  targets: targetsOf(square),
                  isTarget: targets?.includes(square) ?? false,
                })}
                onFocus={() => setActive(square)}
                onClick={() => props.onChoose(square)}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
