// Text for other programs: the clipboard and files.
import { complain, tell } from './notice';

/** Away from localhost browsers give pages no clipboard; an invisible text field still does. */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}

export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${name} copied`);
  } catch {
    if (copyFromField(text)) tell(`${name} copied`);
    else complain(`${name} could not be copied`);
  }
}

export function saveFile(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Where the server hands out games as a PGN file. */
export const pgnAddress = (games: readonly number[]): string =>
  games.length ? `/api/games.pgn?games=${games.join(',')}` : '/api/games.pgn';
