import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRoute, routeHash, type Route } from './routes';

test('every screen has an address that leads to it', () => {
  const routes: Route[] = [
    { screen: 'home' },
    { screen: 'games' },
    { screen: 'settings' },
    { screen: 'people' },
    { screen: 'play', game: 12 },
    { screen: 'play', game: -1 },
    { screen: 'replay', game: 3 },
  ];
  for (const route of routes) assert.deepEqual(parseRoute(routeHash(route)), route);
});

test('unknown addresses lead home', () => {
  for (const hash of ['', '#', '#/play', '#/play/x', '#/game/-1', '#/nowhere/5', '#/play/1e3'])
    assert.deepEqual<Route>(parseRoute(hash), { screen: 'home' }, hash);
});
