// What the browser tests have in common: a browser, a page that may not complain, and a player.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { Server } from './server.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = process.env.SCREENSHOTS ?? '../build/screenshots';

export const kDesktop = { width: 1280, height: 800 };
export const kPhone = { width: 390, height: 844 };
export const kSmallPhone = { width: 320, height: 640 };

export const server = new Server();
let browser;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  await server.start();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});

after(async () => {
  await browser?.close();
  await server.remove();
});

/** Levels answer at once, so that a game takes seconds. */
const kPreferences = { fast: 'on', animation: 'off' };

export async function openContext({ viewport = kDesktop, preferences = kPreferences, ...rest }) {
  const context = await browser.newContext({ viewport, ...rest });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(chosen => {
    if (!localStorage.getItem('castellan-settings'))
      localStorage.setItem('castellan-settings', JSON.stringify(chosen));
  }, preferences);
  return context;
}

/** Whatever the page complains about, unless the test expects it. */
export function collectComplaints(page, { expected = /(?!)/, origins = [server.address] }) {
  const complaints = [];
  const note = text => expected.test(text) || complaints.push(text);
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  });
  page.on('pageerror', error => note(String(error)));
  page.on('request', request => {
    const isOurs = ['blob:', ...origins].some(start => request.url().startsWith(start));
    if (!isOurs) note(`asked for ${request.url()}`);
  });
  return complaints;
}

/** A test with a page of its own on the home screen. It fails if the page complains. */
export function pageTest(name, options, run) {
  test(name, { timeout: 90_000 }, async () => {
    const context = await openContext(options);
    try {
      const page = await context.newPage();
      const complaints = collectComplaints(page, options);
      await page.goto(server.address);
      await page.getByRole('form', { name: 'New game' }).waitFor();
      try {
        await run(page, context);
      } catch (error) {
        await shoot(page, `failed-${name.replace(/\W+/g, '-')}`).catch(() => {}); // it may be gone
        throw error;
      }
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

export async function shoot(page, name) {
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** Clicks the radio button of that name, as a person would its card. */
export async function choose(page, group, name) {
  await page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: typeof name === 'string' }).check();
}

/** Sets up a game on the home screen and starts it. */
export async function startGame(page, { opponent = /^Page/, color = 'White', fen, clock = 'None' }) {
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await choose(page, 'Opponent', opponent);
  if (!String(opponent).includes('Watch')) await choose(page, 'Colour', color);
  await choose(page, 'Clock', clock);
  await choose(page, 'From', fen ? 'Position' : 'Start');
  if (fen) await page.getByLabel('FEN').fill(fen);
  await page.getByRole('form', { name: 'New game' }).getByRole('button').last().click();
  await page.waitForURL(/#\/play\/\d+$/);
  await page.getByRole('grid').waitFor();
}

export const gameNumber = page => Number(/\d+$/.exec(page.url())[0]);

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

export async function centreOf(page, name) {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function clickSquare(page, name) {
  await page.mouse.click(...(await centreOf(page, name)));
}

export async function clickMove(page, from, to) {
  await clickSquare(page, from);
  await clickSquare(page, to);
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await centreOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centreOf(page, to)), { steps: 4 });
  await page.mouse.up();
}

export async function typeMove(page, text) {
  const box = page.getByLabel('Type a move');
  await box.fill(text);
  await box.press('Enter');
}

export const moveCount = page => page.locator('.moves button').count();

/** The moves as they are written in the score sheet. */
export const writtenMoves = page => page.locator('.moves button').allTextContents();

export async function waitForMoves(page, count) {
  await page.waitForFunction(
    wanted => document.querySelectorAll('.moves button').length >= wanted,
    count,
  );
}

/** Waits until more than `count` moves were played and it is the person's turn, or all is over. */
export async function waitForTurn(page, count) {
  const handle = await page.waitForFunction(played => {
    if (document.querySelector('.game-end')) return 'end';
    if (document.querySelectorAll('.moves button').length <= played) return null;
    const buttons = [...document.querySelectorAll('[data-square]')];
    return buttons.some(button => /\d moves?$/.test(button.getAttribute('aria-label'))) && 'turn';
  }, count);
  return handle.jsonValue();
}

/** Squares from which something can move. */
export const movableSquares = page =>
  page.locator('[data-square]').evaluateAll(buttons =>
    buttons
      .filter(button => /\d moves?$/.test(button.getAttribute('aria-label')))
      .map(button => button.dataset.square),
  );

/** Where the selected piece can go. */
export const targetSquares = page =>
  page.locator('[data-square]').evaluateAll(buttons =>
    buttons
      .filter(button => /can be (reached|captured)$/.test(button.getAttribute('aria-label')))
      .map(button => button.dataset.square),
  );

/** Numbers that look random and are the same every time. */
export function dice(seed) {
  let state = seed;
  return sides => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

/**
 * Plays whatever is legal until the game is over. `movePiece(from, pickTarget)` moves a piece; it asks
 * pickTarget once the piece is selected.
 */
export async function playToTheEnd(page, seed, movePiece) {
  const roll = dice(seed);
  const pick = list => list[roll(list.length)];
  for (let count = await moveCount(page); ; count = await moveCount(page)) {
    if ((await waitForTurn(page, count - 1)) === 'end') return;
    await movePiece(pick(await movableSquares(page)), async () => {
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-square]')].some(button =>
          /can be (reached|captured)$/.test(button.getAttribute('aria-label')),
        ),
      );
      return pick(await targetSquares(page));
    });
    const chooser = page.getByRole('dialog', { name: 'Promote to' });
    if (await chooser.isVisible()) await page.keyboard.press('q');
    if ((await waitForTurn(page, count + 1)) === 'end') return;
  }
}

/** Everything axe finds wrong on the screen as it is. */
export async function axeViolations(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
  );
}

export const widthBeyondScreen = page =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const endWords = page => page.getByRole('region', { name: 'Result' });
