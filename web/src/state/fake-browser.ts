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

export const hasSocket = (): boolean => socket !== undefined;

/** The server says this. */
export function say(message: unknown): void {
  socket!.onmessage({ data: JSON.stringify(message) });
}

export function loseConnection(): void {
  const lost = socket;
  socket = undefined;
  lost?.onclose();
}

/** What was asked over HTTP: the method, the path, and what was posted. */
export const asked: [string, string, unknown?][] = [];
let httpAnswer: { status: number; body: unknown } = { status: 404, body: '' };

/** What is asked over HTTP from now on is answered with this. */
export function answerHttp(status: number, body: unknown): void {
  httpAnswer = { status, body };
}

async function fakeFetch(path: string, init: { method?: string; body?: string } = {}) {
  const { method = 'GET', body: posted } = init;
  asked.push(posted ? [method, path, JSON.parse(posted)] : [method, path]);
  const { status, body } = httpAnswer;
  if (status === 0) throw new TypeError('out of reach');
  return {
    status,
    ok: status === 200,
    json: async () => body,
    text: async () => String(body),
  };
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
  location: { protocol: 'http:', host: 'localhost', pathname: '/', search: '', hash: '' },
  history: {
    state: 1,
    replaceState: (_: unknown, __: string, address: string) => {
      const { search, hash } = new URL(address, 'http://localhost');
      Object.assign(location, { search, hash });
    },
  },
  fetch: fakeFetch,
  document: { documentElement: { dataset: {} } },
  crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) }, // node 18 has none
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
