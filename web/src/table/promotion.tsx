// PromotionChooser: four pieces on the file where the pawn arrives.
import { useEffect, useRef } from 'preact/hooks';
import type { Side } from '../model/protocol';
import { kFiles, kRoles, type Key } from '../model/squares';

const kLetters = ['q', 'n', 'r', 'b'];

export interface PromotionProps {
  square: Key;
  orientation: Side;
  onChoose(letter: string): void;
  onCancel(): void;
}

export function PromotionChooser({ square, orientation, onChoose, onCancel }: PromotionProps) {
  const queen = useRef<HTMLButtonElement>(null);
  useEffect(() => queen.current?.focus(), []);

  const side: Side = square[1] === '8' ? 'white' : 'black';
  const file = kFiles.indexOf(square[0]!);
  const column = orientation === 'white' ? file : 7 - file;
  const edge = side === orientation ? 'from-top' : 'from-bottom';

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (kLetters.includes(event.key.toLowerCase())) onChoose(event.key.toLowerCase());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="promotion-veil" onClick={onCancel}>
      <div
        class={`promotion ${edge}`}
        style={{ left: `${column * 12.5}%` }}
        role="dialog"
        aria-label="Promote to"
        onKeyDown={onKeyDown}
        onClick={event => event.stopPropagation()}
      >
        {kLetters.map(letter => (
          <button
            type="button"
            key={letter}
            ref={letter === 'q' ? queen : null}
            aria-label={kRoles[letter]!}
            onClick={() => onChoose(letter)}
          >
            <span class={`piece-icon ${side} ${kRoles[letter]}`} />
          </button>
        ))}
      </div>
    </div>
  );
}
