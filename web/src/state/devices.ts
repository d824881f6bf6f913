// The devices of one person: a link for another one, and leaving this one.
import { signal } from '@preact/signals';
import { ask } from '../link/server';
import type { PassedOn } from '../model/protocol';
import { complain } from './notice';

const kLifetime = 600_000; // milliseconds, as the server has it

/** As long as it is good. */
export const deviceLink = signal<PassedOn | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export function dropDeviceLink(): void {
  clearTimeout(timer);
  deviceLink.value = null;
}

export async function makeDeviceLink(): Promise<void> {
  try {
    const { url, qr } = await ask({ do: 'device' });
    clearTimeout(timer);
    deviceLink.value = { url, qr };
    timer = setTimeout(dropDeviceLink, kLifetime);
  } catch (error) {
    complain((error as Error).message);
  }
}

/** The server ends the connection, and says then that it does not know this browser. */
export function signOut(): void {
  ask({ do: 'forget' }).catch((error: Error) => complain(error.message));
}
