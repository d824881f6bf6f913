// Two people at one board, and engines that are watched.
import assert from 'node:assert/strict';
import {
  clickMove,
  endWords,
  moveCount,
  pageTest,
  shoot,
  startGame,
  typeMove,
  waitForMoves,
  writtenMoves,
} from './support.mjs';

const boardFrom = (page, side) => page.getByRole('grid', { name: `Board, ${side} below` });

pageTest('two people play, and the board turns to whoever moves', {}, async page => {
  await startGame(page, { opponent: /^Friend/ });
  await boardFrom(page, 'White').waitFor();
  await clickMove(page, 'f2', 'f3');
  await boardFrom(page, 'Black').waitFor();
  await clickMove(page, 'e7', 'e5');
  await boardFrom(page, 'White').waitFor();
  await clickMove(page, 'g2', 'g4');
  await boardFrom(page, 'Black').waitFor();
  await clickMove(page, 'd8', 'h4');
  await endWords(page).getByText('0-1').waitFor();
  assert.match(await endWords(page).textContent(), /[Cc]heckmate/);
  assert.deepEqual(await writtenMoves(page), ['f3', 'e5', 'g4', 'Qh4#']);
  await shoot(page, 'desktop-checkmate');
});

pageTest('two people agree to a draw', {}, async page => {
  await startGame(page, { opponent: /^Friend/ });
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Yes, draw' }).click();
  await page.getByText('A draw is offered with this move.').waitFor();
  await clickMove(page, 'e2', 'e4');
  await page.getByRole('group', { name: 'Draw offer' }).getByRole('button', { name: 'Accept' }).click();
  await endWords(page).getByText('1/2-1/2').waitFor();
});

pageTest('a repeated position is a draw for the asking', {}, async page => {
  await startGame(page, { opponent: /^Friend/ });
  const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
  for (const [index, move] of moves.entries()) {
    await typeMove(page, move);
    await waitForMoves(page, index + 1);
  }
  await page.getByRole('button', { name: 'Claim draw' }).click();
  await page.getByRole('button', { name: 'Yes, draw' }).click();
  await endWords(page).getByText('repetition').waitFor();
});

pageTest('Chess960 begins somewhere and castles onto the rook', {}, async page => {
  await startGame(page, {
    opponent: /^Friend/,
    fen: '1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1',
  });
  await clickMove(page, 'f1', 'g1');
  await waitForMoves(page, 1);
  assert.deepEqual(await writtenMoves(page), ['O-O']);
});

pageTest('engines are watched: paused, stepped, sped up and joined', {}, async page => {
  await startGame(page, { opponent: /^Watch/ });
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  // A move that was thought about when the pause came may still be played.
  await page.getByLabel('is thinking').waitFor({ state: 'detached' });
  await shoot(page, 'desktop-watching');
  const paused = await moveCount(page);
  await page.getByRole('button', { name: 'Step' }).click();
  await waitForMoves(page, paused + 1);
  await page.getByLabel('is thinking').waitFor({ state: 'detached' });
  assert.equal(await moveCount(page), paused + 1);
  // Faster, but not so fast that the game is over before it can be paused.
  const speed = page.getByRole('slider', { name: 'Speed' });
  await speed.press('ArrowRight');
  await speed.press('ArrowRight');
  assert.equal(await speed.getAttribute('aria-valuetext'), '0.3 seconds a move at least');
  await page.getByRole('button', { name: 'Go on' }).click();
  await waitForMoves(page, paused + 3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Play Black' }).click();
  await boardFrom(page, 'Black').waitFor();
  await page.getByLabel('Type a move').waitFor();
});

pageTest('who leaves playing engines is asked first', {}, async page => {
  await startGame(page, { opponent: /^Watch/ });
  await page.getByRole('slider', { name: 'Speed' }).press('Home'); // slow enough not to end
  await waitForMoves(page, 1);
  const game = page.url();
  await page.getByRole('link', { name: 'Games' }).click();
  const dialog = page.getByRole('dialog', { name: 'The engines are still playing' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  assert.equal(page.url(), game);
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.close({ runBeforeUnload: true }),
  ]);
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
  await page.goBack();
  await dialog.getByRole('button', { name: 'Pause and leave' }).click();
  await page.getByRole('form', { name: 'New game' }).waitFor();
  await page.getByRole('link', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
});
