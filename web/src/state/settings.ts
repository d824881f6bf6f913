// The settings in force: kept by the server, with a copy in the browser for the time before it
// answers.
import { effect, signal } from '@preact/signals';
import { ask, listen } from '../link/server';
import {
  defaultPreferences,
  effectiveTheme,
  mergePreferences,
  type PreferenceKey,
  type Preferences,
} from '../model/preferences';

const kStorageKey = 'castellan-settings';
const kSendDelay = 300; // milliseconds: a slider changes more often than the server wants to hear
const kSentAtOnce = 8; // more than 20 commands a second would cost the connection

function storedPreferences(): unknown {
  try {
    return JSON.parse(localStorage.getItem(kStorageKey) ?? '{}');
  } catch {
    return {}; // no storage, or not ours
  }
}

export const settings = signal<Preferences>(
  mergePreferences(defaultPreferences(), storedPreferences()),
);

const unsent = new Map<PreferenceKey, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function sendChanges(most: number): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, value] of [...unsent].slice(0, most)) {
    unsent.delete(key);
    // A setting that the server cannot keep is still in force here.
    ask({ do: 'set', key, value }).catch(() => {});
  }
  if (unsent.size) sendLater();
}

function sendLater(): void {
  timer ??= setTimeout(() => sendChanges(kSentAtOnce), kSendDelay);
}

export function change(key: PreferenceKey, value: string): void {
  if (settings.value[key] === value) return;
  settings.value = { ...settings.value, [key]: value };
  unsent.set(key, value);
  sendLater();
}

/** Takes over what is usable of an exported file. */
export function changeAll(wanted: unknown): void {
  const merged = mergePreferences(settings.value, wanted);
  for (const key of Object.keys(merged) as PreferenceKey[]) change(key, merged[key]);
}

export const isOn = (key: PreferenceKey): boolean => settings.value[key] === 'on';

const asksForLessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a piece glides, in milliseconds. */
export function animationTime(): number {
  if (asksForLessMotion.matches) return 0;
  return { off: 0, slow: 450 }[settings.value.animation] ?? 200;
}

export function startSettings(): void {
  listen(message => {
    if (message.type !== 'hello' && message.type !== 'settings') return;
    // What was changed here a moment ago is newer than what the server says.
    const merged = mergePreferences(settings.value, message.settings);
    settings.value = mergePreferences(merged, Object.fromEntries(unsent));
  });

  // Who closes the page right after a change means it all the same.
  addEventListener('pagehide', () => sendChanges(Infinity));

  effect(() => {
    try {
      localStorage.setItem(kStorageKey, JSON.stringify(settings.value));
    } catch {
      // Without storage the server's copy has to do.
    }
  });

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const dress = () => {
    const { theme, board } = settings.value;
    const { dataset } = document.documentElement;
    dataset['theme'] = effectiveTheme(theme, dark.matches, contrast.matches);
    dataset['board'] = board;
  };
  effect(dress);
  dark.addEventListener('change', dress);
  contrast.addEventListener('change', dress);
}
