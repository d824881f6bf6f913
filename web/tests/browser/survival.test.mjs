// Games outlive reloads, lost connections and a server that is killed.
import assert from 'node:assert/strict';
import {
  clickMove,
  pageTest,
  server,
  shoot,
  square,
  startGame,
  typeMove,
  waitForMoves,
  waitForTurn,
  writtenMoves,
} from './support.mjs';

pageTest('a reload in mid-game changes nothing', {}, async page => {
  await startGame(page, { clock: '10+5' });
  await clickMove(page, 'e2', 'e4');
  await waitForTurn(page, 1);
  const before = await writtenMoves(page);
  await page.reload();
  await waitForTurn(page, 1);
  assert.deepEqual(await writtenMoves(page), before);
  await clickMove(page, 'd2', 'd3');
  await waitForTurn(page, 3);
});

pageTest('an unfinished game waits on the home screen', {}, async page => {
  await startGame(page, {});
  await clickMove(page, 'e2', 'e4');
  await waitForTurn(page, 1);
  await page.goto(server.address);
  await page.reload();
  const card = page.getByRole('link', { name: /^Continue/ }).first();
  await card.waitFor();
  await shoot(page, 'desktop-continue');
  await card.click();
  await waitForTurn(page, 1);
});

pageTest('Back leads back', {}, async page => {
  await startGame(page, {});
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByRole('heading', { name: 'Games' }).waitFor();
  await page.goBack();
  await page.getByRole('grid', { name: 'Board, White below' }).waitFor();
  await page.goBack();
  await page.getByRole('form', { name: 'New game' }).waitFor();
});

const kLostLink = { expected: /WebSocket|ERR_CONNECTION/ };

pageTest('a killed server costs no move, and one made meanwhile is kept', kLostLink, async page => {
  await startGame(page, { opponent: /^Friend/, clock: '15+10' });
  await typeMove(page, 'e4');
  await waitForMoves(page, 1);
  await server.stop('SIGKILL');
  await page.getByText('Reconnecting…').waitFor();
  await clickMove(page, 'e7', 'e5');
  await page.getByText('your move is kept').waitFor();
  await shoot(page, 'desktop-reconnecting');
  await server.start();
  await waitForMoves(page, 2);
  assert.deepEqual(await writtenMoves(page), ['e4', 'e5']);
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await typeMove(page, 'Nf3');
  await waitForMoves(page, 3);
});

pageTest('a level goes on thinking after the server was killed', kLostLink, async page => {
  await startGame(page, {});
  await clickMove(page, 'e2', 'e4');
  await waitForMoves(page, 1);
  await server.stop('SIGKILL');
  await server.start();
  await waitForTurn(page, 1);
  assert.equal((await writtenMoves(page))[0], 'e4');
  await clickMove(page, 'd2', 'd3');
  await waitForTurn(page, 3);
});

pageTest('two tabs show the same game', {}, async (page, context) => {
  await startGame(page, { opponent: /^Friend/ });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('grid').waitFor();
  await typeMove(page, 'e4');
  await waitForMoves(other, 1);
  await typeMove(other, 'c5');
  await waitForMoves(page, 2);
  assert.match(await square(page, 'c5').getAttribute('aria-label'), /black pawn/);
});
