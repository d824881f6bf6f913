// As much of a browser as the state of the page needs, for tests: import it before anything else.
// The server at the other end of the socket is the test.

/** What the page has sent and nobody has looked at yet. */
export const sent: Record<string, unknown>[] = [];

class FakeSocket {
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  constructor() {
    socket = this;
  }
  send(text: string): void {
    sent.push(JSON.parse(text));
  }
}

let socket: FakeSocket | undefined;

/** The server says this. */
export function say(message: unknown): void {
  socket!.onmessage({ data: JSON.stringify(message) });
}

export function loseConnection(): void {
  socket?.onclose();
}

const timers = new Map<number, () => void>();
let lastTimer = 0;

/** Everything that was to happen later happens. */
export function passTime(): void {
  const due = [...timers.values()];
  timers.clear();
  for (const run of due) run();
}

/** Until nothing that waits for an answer has anything left to do. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; ++turn) await Promise.resolve();
}

const media = { matches: false, addEventListener: () => {} };
const fakes = {
  WebSocket: FakeSocket,
  location: { protocol: 'http:', host: 'localhost', hash: '' },
  document: { documentElement: { dataset: {} } },
  navigator: { userActivation: { hasBeenActive: false } }, // so there is no sound
  matchMedia: () => media,
  addEventListener: () => {},
  setTimeout: (run: () => void) => {
    timers.set(++lastTimer, run);
    return lastTimer;
  },
  clearTimeout: (timer: number) => timers.delete(timer),
};
for (const [name, value] of Object.entries(fakes))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
