// Where in the page we are. A screen can ask for a word before it is left.
import { effect, signal } from '@preact/signals';
import { parseRoute, routeHash, type Route } from '../model/routes';

export const route = signal<Route>(parseRoute(location.hash));

/** Set while something goes on that leaving would interrupt. */
export const guardsLeaving = signal(false);
/** Where the person wanted to go when the guard held them. */
export const heldRoute = signal<Route | null>(null);

export function go(to: Route): void {
  location.hash = routeHash(to);
}

/** Answers the guard's question. */
export function leave(): void {
  const to = heldRoute.value;
  guardsLeaving.value = false;
  heldRoute.value = null;
  if (to) go(to);
}

export function stay(): void {
  heldRoute.value = null;
}

/** Which entry of the browser's history is shown; each is numbered when it is first seen. */
let position = 0;

function numberEntry(): void {
  if (typeof history.state !== 'number') history.replaceState(position + 1, '');
  position = history.state;
}

export function startRouter(): void {
  numberEntry();
  addEventListener('hashchange', () => {
    const next = parseRoute(location.hash);
    if (routeHash(next) === routeHash(route.value)) return;
    if (guardsLeaving.value) {
      heldRoute.value = next;
      // A link leads to an entry without a number, one step ahead; Back leads behind.
      history.go(position - (history.state ?? position + 1));
    } else {
      numberEntry();
      route.value = next;
    }
  });

  const warn = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    event.returnValue = ''; // older browsers ask only for this
  };
  effect(() => {
    if (guardsLeaving.value) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  });
}
