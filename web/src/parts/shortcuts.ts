// Keys that work anywhere on a screen, except where somebody types or walks the board.
import { useEffect } from 'preact/hooks';
import { isOn } from '../state/settings';

export type Shortcuts = Record<string, () => void>;

const kTypingPlaces = 'input, select, textarea, [role="grid"], dialog';

/** Letters can be turned off: speech input and clumsy fingers set them off by accident. */
function isWanted(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  if ((event.target as Element).closest?.(kTypingPlaces)) return false;
  return event.key.length > 1 || isOn('shortcuts');
}

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = isWanted(event) ? shortcuts[event.key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
