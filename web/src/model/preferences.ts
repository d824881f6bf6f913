// Preferences: everything a person can set, as one table. Values are strings, as the server keeps
// them; the first of the choices is the default.

export const kChoices = {
  theme: ['system', 'light', 'dark', 'contrast'],
  board: ['walnut', 'forest', 'slate', 'contrast'],
  coordinates: ['inside', 'outside', 'squares', 'none'],
  animation: ['normal', 'slow', 'off'],
  targets: ['on', 'off'],
  method: ['both', 'drag', 'click'],
  autoQueen: ['off', 'on'],
  premove: ['on', 'off'],
  confirmResign: ['on', 'off'],
  confirmDraw: ['on', 'off'],
  turnBoard: ['on', 'off'],
  faceBoth: ['off', 'on'],
  fast: ['off', 'on'],
  notation: ['san', 'figurine', 'long', 'uci'],
  announce: ['words', 'san'],
  speech: ['off', 'on'],
  sound: ['on', 'off'],
  shortcuts: ['on', 'off'],
} as const;

/** What has no list of values: text that other modules check. */
const kTexts = {
  name: 'You',
  volume: '60', // percent
  pace: '500', // milliseconds between the moves of engines that are watched
  setup: '', // the last choices on the home screen
  streak: '', // wins or losses in a row
};

export type ChoiceKey = keyof typeof kChoices;
export type PreferenceKey = ChoiceKey | keyof typeof kTexts;
export type Preferences = Record<PreferenceKey, string>;

export function defaultPreferences(): Preferences {
  const firsts = Object.entries(kChoices).map(([key, values]) => [key, values[0]]);
  return { ...Object.fromEntries(firsts), ...kTexts };
}

/** Takes over what is known and allowed from whatever was stored, and leaves the rest as it is. */
export function mergePreferences(base: Preferences, stored: unknown): Preferences {
  const merged = { ...base };
  if (typeof stored !== 'object' || stored === null) return merged;
  for (const key of Object.keys(base) as PreferenceKey[]) {
    const value = (stored as Record<string, unknown>)[key];
    const choices: readonly string[] | undefined = kChoices[key as ChoiceKey];
    if (typeof value === 'string' && (!choices || choices.includes(value))) merged[key] = value;
  }
  return merged;
}

/** Which of the three looks to wear. */
export function effectiveTheme(theme: string, prefersDark: boolean, prefersContrast: boolean): string {
  if (theme !== 'system') return theme;
  if (prefersContrast) return 'contrast';
  return prefersDark ? 'dark' : 'light';
}
