// What a player can do beside moving.
import assert from 'node:assert/strict';
import {
  axeViolations,
  centreOf,
  choose,
  clickMove,
  clickSquare,
  drag,
  endWords,
  kPhone,
  pageTest,
  shoot,
  square,
  startGame,
  typeMove,
  waitForMoves,
  waitForTurn,
  writtenMoves,
} from './support.mjs';

const notice = page => page.getByRole('complementary', { name: 'Notice' });

pageTest('moves are taken back and played again', {}, async page => {
  await startGame(page, {});
  await clickMove(page, 'e2', 'e4');
  await waitForTurn(page, 1);
  const before = await writtenMoves(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 0);
  assert.match(await square(page, 'e2').getAttribute('aria-label'), /white pawn, 2 moves/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitForMoves(page, 2);
  assert.deepEqual(await writtenMoves(page), before);
});

pageTest('a hint names the piece first and then the move', {}, async page => {
  await startGame(page, { fen: '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await notice(page).getByText('Hint: move the rook on e1').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await notice(page).getByText('Hint: rook e1 to e8').waitFor();
  await page.locator('.cg-shapes g *').first().waitFor({ state: 'attached' }); // an arrow
  await shoot(page, 'desktop-hint');
});

pageTest('a draw is offered after a question, and declined', {}, async page => {
  await startGame(page, { fen: '6k1/5qpp/8/8/8/8/7P/7K w - - 0 1' });
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Yes, draw' }).click();
  await notice(page).getByText('declines the draw').waitFor();
  assert.equal(await endWords(page).count(), 0);
});

pageTest('a question goes away by itself', {}, async page => {
  await page.clock.install();
  await startGame(page, {});
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).waitFor();
  await page.clock.fastForward(4100);
  await page.getByRole('button', { name: 'Resign' }).waitFor();
});

pageTest('resigning asks back, ends the game and offers a rematch', {}, async page => {
  await startGame(page, { clock: '5+3' });
  await clickMove(page, 'd2', 'd4');
  await waitForTurn(page, 1);
  await page.getByRole('button', { name: 'Resign' }).click();
  await shoot(page, 'desktop-question');
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await endWords(page).getByText('You lose').waitFor();
  await endWords(page).getByText('0-1').waitFor();
  await shoot(page, 'desktop-end');
  assert.deepEqual(await axeViolations(page), []);
  const first = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(url => location.href !== url, first);
  // Colours are swapped, so the level opens and Black is below.
  await waitForTurn(page, 0);
  await page.getByRole('grid', { name: 'Board, Black below' }).waitFor();
});

pageTest('the end on a phone', { viewport: kPhone, hasTouch: true, isMobile: true }, async page => {
  await startGame(page, { fen: '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1' });
  await page.touchscreen.tap(...(await centreOf(page, 'e1')));
  await page.touchscreen.tap(...(await centreOf(page, 'e8')));
  await endWords(page).getByText('You win').waitFor();
  await shoot(page, 'phone-end');
  const button = await page.getByRole('button', { name: 'Rematch' }).boundingBox();
  assert.ok(button.y + button.height <= kPhone.height, 'what to do next is in sight');
});

pageTest('a pawn becomes what the player chooses', {}, async page => {
  await startGame(page, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
  await clickMove(page, 'a7', 'a8');
  const chooser = page.getByRole('dialog', { name: 'Promote to' });
  await chooser.waitFor();
  await shoot(page, 'desktop-promotion');
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  assert.equal((await writtenMoves(page)).length, 0);
  await drag(page, 'a7', 'a8');
  await chooser.getByRole('button', { name: 'knight' }).click();
  await waitForMoves(page, 1);
  assert.equal((await writtenMoves(page))[0], 'a8=N');
});

pageTest(
  'a premove is held, shown and played; another is cancelled',
  { preferences: { fast: 'off', animation: 'off' } },
  async page => {
    await startGame(page, {});
    await clickMove(page, 'e2', 'e4');
    await page.getByLabel('is thinking').waitFor();
    await clickMove(page, 'd2', 'd4');
    await page.locator('square.current-premove').first().waitFor();
    await waitForMoves(page, 3);
    assert.equal((await writtenMoves(page))[2], 'd4');
    await page.getByLabel('is thinking').waitFor();
    await clickMove(page, 'g1', 'f3');
    await page.locator('square.current-premove').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('square.current-premove:visible').first().waitFor({ state: 'detached' });
    await waitForTurn(page, 3);
    assert.equal((await writtenMoves(page)).length, 4);
  },
);

pageTest('a piece dropped where it cannot go comes back with a reason', {}, async page => {
  await startGame(page, {});
  await drag(page, 'e2', 'e5');
  await notice(page).getByText('e2–e5 is not legal').waitFor();
  assert.match(await square(page, 'e2').getAttribute('aria-label'), /white pawn/);
  await drag(page, 'e2', 'e4');
  await waitForMoves(page, 1);
});

pageTest('targets are marked by shape, arrows are drawn, old positions are left by touch', {}, async page => {
  await startGame(page, { fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' });
  await clickSquare(page, 'e4');
  await page.locator('square.move-dest').first().waitFor();
  assert.equal(await page.locator('square.move-dest:not(.oc)').count(), 1);
  assert.equal(await page.locator('square.move-dest.oc').count(), 1);
  await shoot(page, 'desktop-targets');
  await clickSquare(page, 'd5');
  await waitForTurn(page, 1);
  await page.getByRole('button', { name: 'First position' }).click();
  assert.match(await square(page, 'e4').getAttribute('aria-label'), /white pawn$/);
  await clickSquare(page, 'h5');
  await page.waitForFunction(
    () => !/pawn/.test(document.querySelector('[data-square="e4"]').getAttribute('aria-label')),
  );
});

pageTest('right-dragging draws an arrow that a click wipes out', {}, async page => {
  await startGame(page, {});
  const box = name => square(page, name).boundingBox();
  const [from, to] = [await box('g1'), await box('f3')];
  const arrows = page.locator('.cg-shapes g line');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 3 });
  await arrows.first().waitFor({ state: 'attached' });
  await page.mouse.up({ button: 'right' });
  assert.equal(await arrows.count(), 1);
  await clickSquare(page, 'e5');
  await arrows.first().waitFor({ state: 'detached' });
});

pageTest(
  'FEN and PGN are copied, and play goes on from here',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async page => {
    await startGame(page, {});
    await typeMove(page, 'e4');
    await waitForTurn(page, 1);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const more = async name => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await more('Copy FEN');
    await notice(page).getByText('FEN copied').waitFor();
    const fen = await copied();
    assert.match(fen, /\/4P3\/.* w [KQkq]+ /);
    await more('Copy PGN');
    await notice(page).getByText('PGN copied').waitFor();
    assert.match(await copied(), /\[White "You"\][^]*1\. e4/);
    await more('Flip the board');
    await page.getByRole('grid', { name: 'Board, Black below' }).waitFor();
    await more('Play from here');
    await page.getByRole('textbox', { name: 'FEN' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'FEN' }).inputValue(), fen);
  },
);

pageTest('a clock of any kind, and another one for the opponent', {}, async page => {
  await choose(page, 'Opponent', /^Friend/);
  await choose(page, 'Colour', 'Black');
  await choose(page, 'From', 'Start');
  await choose(page, 'Clock', 'Custom');
  await page.getByLabel('Minutes').fill('7');
  await page.getByLabel('Different for the opponent').check();
  const odds = page.getByRole('group', { name: "The opponent's clock" });
  await odds.getByLabel('Each move').selectOption('seconds a move');
  await odds.getByLabel('Seconds', { exact: true }).fill('45');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('timer', { name: "White's clock" }).getByText('0:45').waitFor();
  await page.getByRole('timer', { name: "Black's clock" }).getByText('7:00').waitFor();
  await page.goBack();
  await page.getByLabel('Different for the opponent').uncheck();
});

pageTest('keys work, and the letters among them can be turned off', {}, async page => {
  await startGame(page, {});
  await typeMove(page, 'e4');
  await waitForTurn(page, 1);
  await page.getByRole('heading', { level: 1 }).evaluate(heading => {
    heading.tabIndex = -1;
    heading.focus();
  });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.match(await square(page, 'e2').getAttribute('aria-label'), /white pawn/);
  await page.keyboard.press('End');
  await page.keyboard.press('f');
  await page.getByRole('grid', { name: 'Board, Black below' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await shoot(page, 'desktop-help');
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'move-box');
  const url = page.url();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Single-letter keys').uncheck();
  await page.goto(url);
  await page.getByRole('grid', { name: 'Board, White below' }).waitFor();
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.moves button[aria-current]').first().waitFor();
  await page.getByRole('grid', { name: 'Board, White below' }).waitFor();
});

