// What is said to those who listen to the page: two live regions, one of which interrupts.
import { signal } from '@preact/signals';

export const politeText = signal('');
export const urgentText = signal('');

/** Moves and other news. */
export function announce(text: string): void {
  politeText.value = differentFrom(politeText.value, text);
}

/** Check, results and refusals. */
export function announceNow(text: string): void {
  urgentText.value = differentFrom(urgentText.value, text);
}

/** The same text twice would not be read again; a no-break space makes it another one. */
function differentFrom(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}
