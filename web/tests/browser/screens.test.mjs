// Every screen in every size and theme: readable, reachable, and no wider than the window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  axeViolations,
  clickMove,
  kDesktop,
  kPhone,
  kSmallPhone,
  pageTest,
  server,
  shoot,
  startGame,
  typeMove,
  waitForTurn,
  widthBeyondScreen,
} from './support.mjs';

/** Things to press that are smaller than a fingertip; text links in running text are let off. */
const smallTargets = page =>
  page
    .locator('main button:visible, main a:visible, main select:visible, .card:visible, .switch:visible, header a:visible, header button:visible')
    .evaluateAll(elements =>
      elements
        .filter(element => !element.closest('.square-grid'))
        .map(element => ({ name: element.textContent || element.ariaLabel, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`),
    );

/** Opens the menu of a game: all of it is on the screen. */
async function expectMenuInSight(page) {
  await page.getByRole('button', { name: 'More' }).click();
  const menu = await page.locator('.menu-list').boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(menu.x >= 0 && menu.x + menu.width <= width, `the menu is at ${menu.x}`);
  assert.ok(menu.y >= 0 && menu.y + menu.height <= height, `the menu is at ${menu.y}`);
  await page.keyboard.press('Escape');
}

async function visitAll(page, look) {
  await page.getByRole('form', { name: 'New game' }).waitFor();
  await look('home');
  await startGame(page, { clock: '5+3' });
  await clickMove(page, 'e2', 'e4');
  await waitForTurn(page, 1);
  await look('game');
  await expectMenuInSight(page);
  await page.getByRole('link', { name: 'Games' }).click();
  await page.locator('table.games').waitFor();
  await look('games');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await look('settings');
}

const kThemes = ['light', 'dark', 'contrast'];

/** Dresses the page without a visit to the settings, which have tests of their own. */
const wear = (page, theme) =>
  page.evaluate(name => (document.documentElement.dataset.theme = name), theme);

pageTest('every screen on a desktop, in every theme', {}, async page => {
  await visitAll(page, async screen => {
    assert.ok((await widthBeyondScreen(page)) <= 0, `${screen} is too wide`);
    for (const theme of kThemes) {
      await wear(page, theme);
      await shoot(page, `desktop-${theme}-${screen}`);
      assert.deepEqual(await axeViolations(page), [], `${screen}, ${theme}`);
    }
  });
});

for (const [size, viewport, theme] of [
  ['phone', kPhone, 'light'],
  ['small-phone', kSmallPhone, 'dark'],
])
  pageTest(`every screen on a ${size}`, { viewport, hasTouch: true, isMobile: true }, async page => {
    await visitAll(page, async screen => {
      await wear(page, theme);
      await shoot(page, `${size}-${theme}-${screen}`);
      assert.ok((await widthBeyondScreen(page)) <= 0, `${screen} is too wide`);
      assert.deepEqual(await smallTargets(page), [], screen);
      assert.deepEqual(await axeViolations(page), [], screen);
    });
  });

pageTest(
  'a phone on its side shows the whole board',
  { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
  async page => {
    await startGame(page, {});
    await page.getByRole('grid').scrollIntoViewIfNeeded();
    const board = await page.getByRole('grid').boundingBox();
    assert.ok(board.height <= 360, `the board is ${board.height} high`);
    const player = await page.getByRole('group', { name: 'White' }).boundingBox();
    assert.ok(player.y + player.height <= board.y + board.height, 'the player is beside the board');
    assert.ok((await widthBeyondScreen(page)) <= 0);
    await shoot(page, 'landscape-game');
    await expectMenuInSight(page);
  },
);

/** A reload at once: even then the server hears of the change. */
async function resetSettings(page) {
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('combobox', { name: 'Board', exact: true }).waitFor();
  await page.waitForFunction(() => {
    const { board, theme } = document.documentElement.dataset;
    return board === 'walnut' && theme === 'light';
  });
}

pageTest('settings are kept by the server', {}, async (page, context) => {
  const other = await context.newPage();
  await other.goto(server.address);
  await other.getByRole('form', { name: 'New game' }).waitFor();
  const wearsSlate = () => document.documentElement.dataset.board === 'slate';

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Notation', exact: true }).selectOption('Figurines: ♘f3');
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('Slate');
  // Another page hears of it once the server has it.
  await other.waitForFunction(wearsSlate);
  await other.close();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.waitForFunction(wearsSlate);
  await page.getByRole('button', { name: 'Mute', pressed: true }).waitFor();
  await startGame(page, {});
  await typeMove(page, 'Nf3');
  await page.getByRole('button', { name: '♘f3', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await resetSettings(page);
});

pageTest('settings are exported and imported', {}, async page => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Your name').fill('Ann');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(exported.name, 'Ann');
  const importText = text =>
    page.getByLabel('Import').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await importText('no settings');
  await page.getByText('This file holds no settings.').first().waitFor();
  await importText(JSON.stringify({ ...exported, theme: 'dark', board: 'no such board' }));
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'walnut');
  await resetSettings(page);
});

pageTest(
  'the system chooses the theme until the person does',
  { colorScheme: 'dark', preferences: { animation: 'off' } },
  async page => {
    const waitForTheme = theme =>
      page.waitForFunction(name => document.documentElement.dataset.theme === name, theme);
    await waitForTheme('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await waitForTheme('light');
    await page.emulateMedia({ contrast: 'more' });
    await waitForTheme('contrast');
  },
);
