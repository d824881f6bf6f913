// One short message at a time for those who look; what is urgent is also said.
import { signal } from '@preact/signals';
import { announce, announceNow } from './announce';

export interface Notice {
  text: string;
  action?: { label: string; run(): void };
}

export const notice = signal<Notice | null>(null);

const kTime = 6000;
const kTimeToAct = 12_000;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(shown: Notice): void {
  clearTimeout(timer);
  notice.value = shown;
  timer = setTimeout(dismissNotice, shown.action ? kTimeToAct : kTime);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  notice.value = null;
}

export function tell(text: string): void {
  show({ text });
  announce(text);
}

/** Something was refused or failed. */
export function complain(text: string): void {
  show({ text });
  announceNow(text);
}

/** Something was done that can be undone. */
export function offer(text: string, label: string, run: () => void): void {
  show({ text, action: { label, run } });
  announce(`${text} ${label}?`);
}
