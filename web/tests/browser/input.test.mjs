// A whole game against a level, by each way of moving.
import assert from 'node:assert/strict';
import {
  centreOf,
  choose,
  clickSquare,
  drag,
  endWords,
  kPhone,
  pageTest,
  playToTheEnd,
  square,
  startGame,
  typeMove,
  waitForTurn,
  writtenMoves,
} from './support.mjs';

const kStrong = /^Chancellor/; // ends games against random moves soon

async function expectResult(page) {
  const words = await endWords(page).textContent();
  assert.match(words, /1-0|0-1|1\/2-1\/2/);
  const moves = await writtenMoves(page);
  assert.ok(moves.length >= 4, `only ${moves.length} moves`);
}

pageTest('a game by mouse', {}, async page => {
  await startGame(page, { opponent: kStrong });
  await playToTheEnd(page, 1, async (from, pickTarget) => {
    await clickSquare(page, from);
    await clickSquare(page, await pickTarget());
  });
  await expectResult(page);
});

pageTest('a game by touch', { viewport: kPhone, hasTouch: true, isMobile: true }, async page => {
  await startGame(page, { opponent: kStrong, color: 'Black' });
  await playToTheEnd(page, 2, async (from, pickTarget) => {
    await page.touchscreen.tap(...(await centreOf(page, from)));
    await page.touchscreen.tap(...(await centreOf(page, await pickTarget())));
  });
  await expectResult(page);
});

/** Walks the focus to a square: Shift and a digit to the file, a digit to the rank. */
async function walkTo(page, name) {
  await page.keyboard.press(`Shift+Digit${'abcdefgh'.indexOf(name[0]) + 1}`);
  await page.keyboard.press(`Digit${name[1]}`);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), name);
}

/** What a screen reader would call the element that has the focus. */
const focusedName = page =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? '';
  });

async function pressUntil(page, key, pattern) {
  for (let presses = 0; presses < 40; ++presses) {
    if (pattern.test(await focusedName(page))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not lead to ${pattern}`);
}

pageTest('a game by keyboard alone', {}, async page => {
  await pressUntil(page, 'Tab', /^(Page|Squire|Herald|Archer|Captain|Marshal|Chancellor)/);
  await pressUntil(page, 'ArrowRight', kStrong);
  await pressUntil(page, 'Tab', /^(White|Random|Black)$/);
  await pressUntil(page, 'ArrowRight', /^White$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/play\/\d+$/);
  await pressUntil(page, 'Tab', /^[a-h][1-8], /);
  await playToTheEnd(page, 3, async (from, pickTarget) => {
    await walkTo(page, from);
    await page.keyboard.press('Enter');
    await walkTo(page, await pickTarget());
    await page.keyboard.press('Enter');
  });
  await expectResult(page);
});

pageTest('the first move on the home board begins a game', {}, async page => {
  await choose(page, 'Opponent', /^Page/);
  await choose(page, 'Colour', 'Random');
  await choose(page, 'From', 'Start');
  await drag(page, 'e2', 'e4');
  await page.waitForURL(/#\/play\/\d+$/);
  await waitForTurn(page, 1);
  assert.equal((await writtenMoves(page))[0], 'e4');
});

pageTest('a game by typed moves', {}, async page => {
  await startGame(page, { opponent: kStrong });
  await typeMove(page, 'Ke4');
  await page.locator('#move-box-reply.refused').waitFor();
  assert.notEqual(await page.locator('#move-box-reply').textContent(), '');
  await playToTheEnd(page, 4, async from => {
    await square(page, from).focus();
    await page.keyboard.press('Enter');
    const targets = page.locator('[aria-label$="can be reached"], [aria-label$="can be captured"]');
    const to = await targets.first().getAttribute('data-square');
    await page.keyboard.press('Escape');
    const isPromotion = /^[a-h]7[a-h]8$/.test(from + to) && (await isPawn(page, from));
    await typeMove(page, from + to + (isPromotion ? 'q' : ''));
  });
  await expectResult(page);
});

async function isPawn(page, name) {
  return (await square(page, name).getAttribute('aria-label')).includes('pawn');
}
