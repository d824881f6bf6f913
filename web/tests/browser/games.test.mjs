// The library: finding, replaying, exporting, importing, deleting; and text that stays text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  axeViolations,
  endWords,
  pageTest,
  shoot,
  square,
  startGame,
  typeMove,
  waitForMoves,
  writtenMoves,
} from './support.mjs';

const kPayload = '<img src=x onerror="window.wasHacked=1">';
const kScript = '"><script>window.wasHacked=1</script>';

const kPgn = `[Event "Club <b>evening</b>"]
[Site "?"]
[Date "2024.05.01"]
[Round "?"]
[White "${kPayload.replace(/"/g, '\\"')}"]
[Black "Anderssen"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "?"]
[Site "?"]
[Date "2024.05.02"]
[Round "?"]
[White "Kieseritzky"]
[Black "Anderssen"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 0-1

[Event "?"]
[White "Broken"]
[Black "Game"]
[Result "*"]

1. e4 e5 2. Ke5 *
`;

async function importText(page, text) {
  await page.getByRole('link', { name: 'Games' }).click();
  await page
    .getByLabel('Import PGN')
    .setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: 'Import' }).waitFor();
}

const rows = page => page.locator('table.games tbody tr');

async function waitForRows(page, count) {
  await page.waitForFunction(
    wanted => document.querySelectorAll('table.games tbody tr').length === wanted,
    count,
  );
}

pageTest('games are imported with a list of errors, and markup stays text', {}, async page => {
  await importText(page, kPgn);
  const report = page.getByRole('region', { name: 'Import' });
  assert.match(await report.textContent(), /games? imported, 1 with errors/);
  assert.match(await report.getByRole('listitem').first().textContent(), /^Line \d+, column \d+: /);
  await page.getByRole('link', { name: new RegExp('<img src=x') }).waitFor();
  await shoot(page, 'desktop-games');
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('link', { name: new RegExp('<img src=x') }).click();
  await endWords(page).waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.equal(await page.evaluate(() => window.wasHacked), undefined);
});

pageTest('games are found, replayed and exported', {}, async page => {
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByLabel('Player').fill('Kieser');
  await waitForRows(page, 1);
  await page.getByLabel('Result').selectOption('White won');
  await page.getByText('No game is like that.').waitFor();
  await page.getByLabel('Result').selectOption('Black won');
  await waitForRows(page, 1);
  await rows(page).first().getByRole('checkbox').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export 1 game' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /\[White "Kieseritzky"\]/);
  assert.doesNotMatch(text, /onerror/);

  await rows(page).first().getByRole('link').click();
  await endWords(page).waitFor();
  assert.deepEqual(await writtenMoves(page), ['d4', 'Nf6', 'c4', 'e6']);
  await shoot(page, 'desktop-replay');
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'First position' }).click();
  assert.match(await square(page, 'd2').getAttribute('aria-label'), /white pawn/);
  await page.getByRole('button', { name: 'Forward' }).click();
  assert.match(await square(page, 'd4').getAttribute('aria-label'), /white pawn/);
  await page.keyboard.press('End');
  assert.match(await square(page, 'e6').getAttribute('aria-label'), /black pawn/);
});

pageTest('deleted games come back on request', {}, async page => {
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByLabel('Player').fill('Kieser');
  await waitForRows(page, 1);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete 1 game' }).click();
  await page.getByText('No game is like that.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForRows(page, 1);
});

pageTest('a name made of markup is shown as it was typed, everywhere', {}, async page => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Your name').fill(kScript);
  await startGame(page, { opponent: /^Friend/ });
  await page.getByRole('group', { name: 'White' }).getByText(kScript).waitFor();
  await typeMove(page, '<b>e4</b>');
  await page.locator('#move-box-reply.refused').waitFor();
  await typeMove(page, 'e4');
  await waitForMoves(page, 1);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('link', { name: /^Continue/ }).first().getByText(kScript).waitFor();
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByRole('link', { name: kScript }).first().waitFor();
  assert.equal(await page.evaluate(() => window.wasHacked), undefined);
  assert.equal(await page.locator('main script, main b').count(), 0);
});
