// The addresses of the screens.

export type Route =
  | { screen: 'home' }
  | { screen: 'games' }
  | { screen: 'settings' }
  | { screen: 'people' }
  | { screen: 'play'; game: number }
  | { screen: 'replay'; game: number };

/** Unknown addresses lead home. */
export function parseRoute(hash: string): Route {
  const [first, second] = hash.replace(/^#?\/?/, '').split('/');
  const game = /^-?\d{1,15}$/.test(second ?? '') ? Number(second) : undefined;
  if (first === 'play' && game !== undefined) return { screen: 'play', game };
  // Games that the server cannot keep have numbers below zero, and no record.
  if (first === 'game' && game !== undefined && game >= 0) return { screen: 'replay', game };
  if (first === 'games') return { screen: 'games' };
  if (first === 'settings') return { screen: 'settings' };
  if (first === 'people') return { screen: 'people' };
  return { screen: 'home' };
}

export function routeHash(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/';
    case 'play':
      return `#/play/${route.game}`;
    case 'replay':
      return `#/game/${route.game}`;
    default:
      return `#/${route.screen}`;
  }
}
