// The server this page came from: its greeting, its events, and questions to it.
import { signal } from '@preact/signals';
import type { Hello, ServerMessage } from '../model/protocol';
import { Connection } from './connection';
import { isStillKnown } from './entry';

export const hello = signal<Hello | null>(null);
/** The server does not know this browser, or not any more. */
export const isTurnedAway = signal(false);

/** By this the server knows the page again after a lost connection. */
const client = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
  byte.toString(16).padStart(2, '0'),
).join('');

type Listener = (message: ServerMessage) => void;
const listeners: Listener[] = [];

/** Everything the server says, in order, hello included. */
export function listen(listener: Listener): void {
  listeners.push(listener);
}

/** A socket does not say why it was not opened. Where one person is, nobody is turned away. */
async function checkWelcome(): Promise<void> {
  if (hello.value && !hello.value.hasPeople) return;
  if (await isStillKnown()) return;
  connection.stop();
  isTurnedAway.value = true;
}

const connection = new Connection(
  {
    openSocket: (onMessage, onClose) => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      const socket = new WebSocket(`${scheme}://${location.host}/ws?client=${client}`);
      socket.onmessage = event => onMessage(event.data);
      socket.onclose = () => {
        onClose();
        void checkWelcome();
      };
      return socket;
    },
    later: (run, ms) => setTimeout(run, ms),
    random: Math.random,
  },
  message => {
    if (message.type === 'hello') hello.value = message;
    for (const listener of listeners) listener(message);
  },
);

export const isOpen = connection.isOpen;
export const connect = () => connection.connect();
export const ask = connection.ask.bind(connection);
