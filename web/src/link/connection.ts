// Connection: the WebSocket, and commands that survive its loss. A command that was not answered
// is sent again with the same id, so the server carries it out once.
import { signal } from '@preact/signals';
import type { Accepted, AnswerTo, Command, Refused, ServerMessage } from '../model/protocol';

/** The server said no; the message is a sentence for people. */
export class Refusal extends Error {}

export interface Socket {
  send(text: string): void;
}

/** What a connection needs from the world, so that tests can stand in for it. */
export interface ConnectionHost {
  openSocket(onMessage: (text: string) => void, onClose: () => void): Socket;
  later(run: () => void, ms: number): void;
  random(): number; // from 0 to 1
}

interface Pending {
  text: string;
  resolve(answer: unknown): void;
  reject(refusal: Refusal): void;
}

const kFirstDelay = 500;
const kLongestDelay = 10_000;

/** Half of the delay is left to chance: pages that lost the same server come back one by one. */
export function reconnectDelay(attempt: number, random: number): number {
  return Math.min(kLongestDelay, kFirstDelay * 2 ** attempt) * (0.5 + random / 2);
}

export class Connection {
  /** Whether commands reach the server now; they are kept while they do not. */
  readonly isOpen = signal(false);

  private socket: Socket | null = null;
  private attempt = 0;
  private isStopped = false;
  private readonly prefix: string;
  private count = 0;
  private readonly pending = new Map<string, Pending>();

  constructor(
    private readonly host: ConnectionHost,
    private readonly listener: (message: ServerMessage) => void,
  ) {
    this.prefix = Math.floor(host.random() * 2 ** 48).toString(36);
  }

  connect(): void {
    if (this.isStopped) return;
    this.socket = this.host.openSocket(
      text => this.receive(JSON.parse(text)),
      () => this.lose(),
    );
  }

  /** For a server that does not want this page: it does not connect again. */
  stop(): void {
    this.isStopped = true;
  }

  ask<C extends Command>(command: C): Promise<AnswerTo<C['do']>> {
    const id = `${this.prefix}-${++this.count}`;
    const text = JSON.stringify({ id, ...command });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve: resolve as Pending['resolve'], reject });
      if (this.isOpen.value) this.socket!.send(text);
    });
  }

  private receive(message: ServerMessage | Accepted<Command['do']> | Refused): void {
    if ('re' in message) {
      const pending = this.pending.get(message.re);
      this.pending.delete(message.re);
      if (message.ok) pending?.resolve(message);
      else pending?.reject(new Refusal(message.error));
    } else if (message.type === 'hello') {
      this.attempt = 0;
      const unanswered = [...this.pending.values()];
      this.isOpen.value = true;
      // The listener first asks where its game stands, so that answers find it up to date.
      this.listener(message);
      for (const { text } of unanswered) this.socket!.send(text);
    } else {
      this.listener(message);
    }
  }

  private lose(): void {
    this.isOpen.value = false;
    const delay = reconnectDelay(this.attempt++, this.host.random());
    this.host.later(() => this.connect(), delay);
  }
}
