// Several people on one server: how they come in, how friends play by link, and what the host sees.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from './server.mjs';
import {
  axeViolations,
  choose,
  clickMove,
  collectComplaints,
  endWords,
  gameNumber,
  kDesktop,
  kPhone,
  kSmallPhone,
  moveCount,
  openContext,
  pageTest,
  shoot,
  typeMove,
  waitForMoves,
  widthBeyondScreen,
  writtenMoves,
} from './support.mjs';

const house = new Server('--listen', '0.0.0.0');
before(() => house.start());
after(() => house.remove());

/** A page can be cut off from the server, as a network would do it: what the browser lets through
    when it is "offline" is not for sure. */
function keepSockets() {
  const Real = WebSocket;
  window.isCutOff = false;
  window.WebSocket = function (...options) {
    if (!window.isCutOff) return (window.lastSocket = new Real(...options));
    const dead = { send() {}, close() {} };
    setTimeout(() => dead.onclose?.());
    return dead;
  };
}

const kOnAPhone = { viewport: kPhone, hasTouch: true, isMobile: true };
const kUntrusted = /Cross-Origin-Opener-Policy/; // the server's header, over HTTP to another host
const kOutside = /40[13]|WebSocket/; // who is not let in hears it from the browser, too

/** A test with people who have pages of their own. It fails if one of those complains. */
function peopleTest(name, { timeout = 90_000, expected }, run) {
  test(name, { timeout }, async () => {
    const contexts = [];
    const pages = [];
    const complaints = [];
    const origins = [house.address, house.hostAddress].map(address => new URL(address).origin);
    const visit = async (address, options = {}) => {
      const context = await openContext(options);
      contexts.push(context);
      await context.addInitScript(keepSockets);
      const page = await context.newPage();
      pages.push(page);
      const { source } = options.expected ?? expected ?? /(?!)/;
      const known = new RegExp(`${source}|${kUntrusted.source}`);
      complaints.push(collectComplaints(page, { expected: known, origins }));
      await page.goto(address);
      return page;
    };
    try {
      await run(visit);
      assert.deepEqual(complaints.flat(), []);
    } catch (error) {
      for (const [index, page] of pages.entries())
        await shoot(page, `failed-${name.replace(/\W+/g, '-')}-${index}`).catch(() => {});
      throw error;
    } finally {
      for (const context of contexts) await context.close();
    }
  });
}

const newGameForm = page => page.getByRole('form', { name: 'New game' });
const notice = page => page.getByRole('complementary', { name: 'Notice' });
const boardFrom = (page, side) => page.getByRole('grid', { name: `Board, ${side} below` });
const linkField = (page, name) => page.getByRole('textbox', { name });
const player = (page, side) => page.getByRole('group', { name: side, exact: true });

async function tellName(page, name) {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: /Come in|To the game/ }).click();
}

/** Comes by the invitation and stands on the home screen. */
async function comeIn(visit, name, options) {
  const page = await visit(house.address, options);
  await tellName(page, name);
  await newGameForm(page).waitFor();
  return page;
}

/** Makes a game with a seat for a friend, and returns its link. */
async function inviteFriend(page, { color = 'White', clock = 'None', mayWatch = true } = {}) {
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await choose(page, 'Opponent', 'Friend by link');
  await page.getByLabel('Others may watch').setChecked(mayWatch);
  await choose(page, 'Colour', color);
  await choose(page, 'Clock', clock);
  await page.getByRole('button', { name: 'Get the link' }).click();
  return linkField(page, 'Link to the game').inputValue();
}

async function followLink(visit, link, name, options) {
  const page = await visit(link, options);
  await tellName(page, name);
  await page.getByRole('grid').waitFor();
  return page;
}

/** Two people who play: White on a desktop and Black on a phone. */
async function sitDown(visit, [white, black], { expected, ...setup } = {}) {
  const one = await comeIn(visit, white, { expected });
  const link = await inviteFriend(one, setup);
  const other = await followLink(visit, link, black, { ...kOnAPhone, expected });
  await player(one, 'Black').getByText(black).waitFor();
  return { one, other, link };
}

/** In turn, by the page whose turn it is; each sees what the other plays. */
async function play(pages, moves) {
  for (const move of moves) {
    const count = await moveCount(pages[0]);
    await typeMove(pages[count % 2], move);
    for (const page of pages) await waitForMoves(page, count + 1);
  }
}

/** The board is drawn anew a moment after the window has changed. */
async function fitsTheScreen(page, name) {
  for (let attempt = 0; attempt < 20; ++attempt) {
    if ((await widthBeyondScreen(page)) <= 0) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`${name} is too wide`);
}

const kSizes = { desktop: kDesktop, phone: kPhone, small: kSmallPhone };

/** What every new screen has to be: readable and reachable, in every size; a phone has only its own. */
async function inspect(page, name) {
  const before = page.viewportSize();
  const sizes = before.width === kPhone.width ? { phone: kPhone } : kSizes;
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await fitsTheScreen(page, `${name} on ${size}`);
    if (size !== 'small') await shoot(page, `friends-${size}-${name}`);
    assert.deepEqual(await axeViolations(page), [], `${name} on ${size}`);
  }
  await page.setViewportSize(before);
}

peopleTest('who is invited gives a name, and is known from then on', {}, async visit => {
  const page = await visit(house.address);
  await page.getByRole('heading', { name: /^Welcome to/ }).waitFor();
  await inspect(page, 'welcome');
  await page.getByLabel('Your name').fill('   ');
  await page.getByRole('button', { name: 'Come in' }).click();
  await page.getByText('Please write a name.').waitFor();
  await page.getByLabel('Your name').fill('Ann');
  await page.keyboard.press('Enter');
  await newGameForm(page).waitFor();
  assert.equal(new URL(page.url()).search, '');
  assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0);
  await page.reload();
  await newGameForm(page).waitFor();
  await choose(page, 'Opponent', 'Friend by link');
  await inspect(page, 'home');
  await page.getByRole('link', { name: 'Settings' }).click();
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Ann');
  // The same link again: who is known is not asked.
  await page.goto(house.address);
  await newGameForm(page).waitFor();
});

peopleTest('who is not invited is told so', { expected: kOutside }, async visit => {
  const page = await visit(new URL(house.address).origin);
  await page.getByRole('heading', { name: 'This Castellan is by invitation' }).waitFor();
  await inspect(page, 'by-invitation');
  await page.goto(house.address.replace(/token=.*/, 'token=0123456789abcdef0123456789abcdef'));
  await page.getByRole('heading', { name: 'This link does not lead in' }).waitFor();
  await page.getByText('for a new link').waitFor();
  await inspect(page, 'refused');
});

const kBroken = /WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

/** Without its network for a while. */
async function cutOff(page) {
  await page.context().setOffline(true);
  await page.evaluate(() => {
    window.isCutOff = true;
    const { onclose } = window.lastSocket;
    window.lastSocket.onclose = null;
    window.lastSocket.close();
    onclose();
  });
  await page.getByText('Reconnecting…').waitFor();
}

async function reconnect(page) {
  await page.evaluate(() => (window.isCutOff = false));
  await page.context().setOffline(false);
}

peopleTest(
  'a whole game by link outlives a reload, a lost connection and a killed server',
  { timeout: 120_000 },
  async visit => {
    const ann = await comeIn(visit, 'Ann', { expected: kBroken });
    const link = await inviteFriend(ann, { clock: '15+10' });
    await ann.getByRole('img', { name: 'Link to the game as a QR code' }).waitFor();
    await inspect(ann, 'waiting');
    await ann.getByRole('button', { name: 'Copy' }).click();
    await notice(ann).getByText('Link copied').waitFor();

    const bob = await visit(link, { ...kOnAPhone, expected: kBroken });
    await bob.getByRole('heading', { name: 'Ann invites you to a game of chess' }).waitFor();
    await inspect(bob, 'welcome-game');
    await tellName(bob, 'Bob');
    await boardFrom(bob, 'Black').waitFor();
    assert.equal(new URL(bob.url()).search, '');
    assert.equal(gameNumber(bob), gameNumber(ann));
    await player(ann, 'Black').getByText('Bob').waitFor();
    await player(bob, 'White').getByText('Ann').waitFor();

    await clickMove(ann, 'f2', 'f3');
    await waitForMoves(bob, 1);
    await inspect(ann, 'game');
    await inspect(bob, 'game');
    assert.equal(await bob.getByRole('button', { name: 'Hint' }).count(), 0);
    await bob.reload();
    await waitForMoves(bob, 1);
    // Nobody can move for the other.
    await clickMove(ann, 'e7', 'e5');
    assert.equal(await moveCount(ann), 1);

    await cutOff(ann);
    await clickMove(bob, 'e7', 'e5');
    await waitForMoves(bob, 2);
    assert.equal(await moveCount(ann), 1);
    await reconnect(ann);
    await waitForMoves(ann, 2);

    await house.stop('SIGKILL');
    await ann.getByText('Reconnecting…').waitFor();
    await bob.getByText('Reconnecting…').waitFor();
    await clickMove(ann, 'g2', 'g4');
    await ann.getByText('your move is kept').waitFor();
    await house.start();
    for (const page of [ann, bob]) {
      await waitForMoves(page, 3);
      await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
    }
    await clickMove(bob, 'd8', 'h4');
    await endWords(ann).getByText('You lose').waitFor();
    await endWords(bob).getByText('You win').waitFor();
    for (const page of [ann, bob]) {
      await endWords(page).getByText('0-1').waitFor();
      assert.deepEqual(await writtenMoves(page), ['f3', 'e5', 'g4', 'Qh4#']);
    }
    await inspect(ann, 'end');
  },
);

peopleTest('a friend who takes their time has come, and has not left', {}, async visit => {
  const wanda = await comeIn(visit, 'Wanda');
  const link = await inviteFriend(wanda);
  await wanda.waitForTimeout(4000); // longer than somebody may be away unnoticed
  await followLink(visit, link, 'Xaver');
  await notice(wanda).getByText('Xaver has come and plays Black').waitFor();
});

peopleTest('friends move where their own page knew nothing of it', {}, async visit => {
  const expected = kBroken;
  const { one, other } = await sitDown(visit, ['Ulla', 'Vito'], { expected });
  await play([one, other], ['e4']);
  await cutOff(one);
  await house.stop('SIGKILL');
  await house.start();
  await other.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await typeMove(other, 'c5');
  await waitForMoves(other, 2);
  await other.reload();
  await waitForMoves(other, 2);
  await reconnect(one);
  await waitForMoves(one, 2);
  assert.deepEqual(await writtenMoves(one), ['e4', 'c5']);
  await play([one, other], ['Nf3']);
});

peopleTest('friends take back, offer draws, play again and resign', {}, async visit => {
  const { one: ann, other: bob } = await sitDown(visit, ['Anna', 'Bert']);
  const pages = [ann, bob];
  await play(pages, ['e4']);
  await ann.getByRole('button', { name: 'Take back' }).click();
  await ann.getByText('You asked to take a move back.').waitFor();
  const request = page => page.getByRole('group', { name: 'Takeback request' });
  await request(bob).getByText('Anna asks to take a move back.').waitFor();
  await inspect(ann, 'takeback-asked');
  await inspect(bob, 'takeback');
  await request(bob).getByRole('button', { name: 'Decline' }).click();
  await notice(ann).getByText('Bert does not want a move taken back').waitFor();

  await play(pages, ['e5']);
  await bob.getByRole('button', { name: 'Take back' }).click();
  await request(ann).getByRole('button', { name: 'Accept' }).click();
  for (const page of pages)
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
  await play(pages, ['c5']);

  const offer = page => page.getByRole('group', { name: 'Draw offer' });
  await bob.getByRole('button', { name: 'Draw' }).click();
  await bob.getByRole('button', { name: 'Yes, draw' }).click();
  await bob.getByText('You offered a draw.').waitFor();
  await offer(ann).getByText('Bert offers a draw.').waitFor();
  await inspect(ann, 'draw-offer');
  await offer(ann).getByRole('button', { name: 'Decline' }).click();
  await notice(bob).getByText('Anna declines the draw').waitFor();
  await play(pages, ['Nf3']);
  await ann.getByRole('button', { name: 'Draw' }).click();
  await ann.getByRole('button', { name: 'Yes, draw' }).click();
  await offer(bob).getByRole('button', { name: 'Accept' }).click();
  for (const page of pages) await endWords(page).getByText('1/2-1/2').waitFor();

  const first = gameNumber(ann);
  await ann.getByRole('button', { name: 'Rematch' }).click();
  await ann.getByRole('button', { name: 'Rematch offered' }).waitFor();
  await endWords(bob).getByText('Anna offers a rematch.').waitFor();
  await inspect(bob, 'rematch');
  await bob.getByRole('button', { name: 'Accept the rematch' }).click();
  await boardFrom(ann, 'Black').waitFor();
  await boardFrom(bob, 'White').waitFor();
  assert.equal(gameNumber(ann), gameNumber(bob));
  assert.notEqual(gameNumber(ann), first);
  await play([bob, ann], ['d4']);
  assert.equal(await ann.getByText('has left').count(), 0);

  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('button', { name: 'Yes, resign' }).click();
  await endWords(bob).getByText('You lose').waitFor();
  await endWords(ann).getByText('You win').waitFor();

  // Both have the game among theirs, from their own side.
  await ann.getByRole('link', { name: 'Games' }).click();
  await ann.getByRole('link', { name: /Bert – Anna/ }).click();
  await boardFrom(ann, 'Black').waitFor();
  await ann.getByRole('button', { name: 'More' }).click();
  await ann.getByRole('button', { name: 'Copy PGN' }).click();
  await notice(ann).getByText('PGN copied').waitFor();
});

peopleTest('others look on if they may, and only that', {}, async visit => {
  const { one, other, link } = await sitDown(visit, ['Carl', 'Dora']);
  const cora = await followLink(visit, link, 'Cora');
  await boardFrom(cora, 'White').waitFor();
  await play([one, other], ['e4']);
  await waitForMoves(cora, 1);
  await inspect(cora, 'looking-on');
  assert.equal(await cora.getByLabel('Type a move').count(), 0);
  for (const name of ['Resign', 'Draw', 'Take back', 'Hint'])
    assert.equal(await cora.getByRole('button', { name }).count(), 0, name);
  await clickMove(cora, 'e7', 'e5');
  assert.equal(await moveCount(cora), 1);
  await cora.keyboard.press('t');
  await other.getByRole('button', { name: 'Draw' }).click();
  await other.getByRole('button', { name: 'Yes, draw' }).click();
  await cora.getByText('Dora offers a draw.').waitFor();
  assert.equal(await cora.getByRole('button', { name: 'Accept' }).count(), 0);
});

peopleTest('a game between two lets nobody else look on', { expected: kOutside }, async visit => {
  const { link } = await sitDown(visit, ['Emil', 'Fritz'], { mayWatch: false });
  const stranger = await visit(link);
  await stranger.getByRole('heading', { name: 'This link does not lead in' }).waitFor();
  const gerda = await comeIn(visit, 'Gerda');
  await gerda.goto(link);
  await notice(gerda).getByText('nobody else may look on').waitFor();
});

peopleTest('a game to which nobody has come can be withdrawn', { expected: kOutside }, async visit => {
  const page = await comeIn(visit, 'Hanna');
  const link = await inviteFriend(page);
  await page.getByRole('button', { name: 'Withdraw the game' }).click();
  await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  await newGameForm(page).waitFor();
  await notice(page).getByText('The game is withdrawn').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Continue/ }).count(), 0);
  const late = await visit(link);
  await late.getByRole('heading', { name: 'This link does not lead in' }).waitFor();
});

peopleTest(
  'who has left is missed, and after a minute the game is theirs who stayed',
  { timeout: 150_000 },
  async visit => {
    const { one, other } = await sitDown(visit, ['Ida', 'Jan']);
    await play([one, other], ['e4']);
    const address = other.url();
    await other.close();
    await player(one, 'Black').getByText('has left').waitFor();
    const again = await other.context().newPage();
    await again.goto(address);
    await player(one, 'Black').getByText('has left').waitFor({ state: 'detached' });
    await notice(one).getByText('Jan is back').waitFor();

    await again.close();
    await player(one, 'Black').getByText('has left').waitFor();
    assert.equal(await one.getByRole('button', { name: 'Claim the win' }).count(), 0);
    await one.getByRole('button', { name: 'Claim the win' }).waitFor({ timeout: 70_000 });
    await inspect(one, 'has-left');
    await one.getByRole('button', { name: 'Claim the win' }).click();
    await one.getByRole('button', { name: 'Yes, claim' }).click();
    await endWords(one).getByText('You win').waitFor();
  },
);

peopleTest("nobody sees another's games", {}, async visit => {
  const kai = await comeIn(visit, 'Kai');
  await choose(kai, 'Opponent', /^Page/);
  await choose(kai, 'Colour', 'White');
  await kai.getByRole('button', { name: 'Play', exact: true }).click();
  await typeMove(kai, 'e4');
  await waitForMoves(kai, 2);
  const game = gameNumber(kai);

  const lea = await comeIn(visit, 'Lea');
  await lea.getByRole('link', { name: 'Games' }).click();
  await lea.getByText('No games yet.').waitFor();
  for (const address of [`#/play/${game}`, `#/game/${game}`]) {
    await lea.goto(new URL(house.address).origin + '/' + address);
    await lea.getByRole('heading', { name: 'This game cannot be shown' }).waitFor();
  }
});

peopleTest('another device is the same person, until it is signed out', { expected: kOutside }, async visit => {
  const page = await comeIn(visit, 'Mia');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Use on another device' }).click();
  const link = await linkField(page, 'Link for your other device').inputValue();
  await page.getByText('Good for ten minutes.').waitFor();
  await inspect(page, 'devices');

  const phone = await visit(link, kOnAPhone);
  await newGameForm(phone).waitFor();
  await phone.getByRole('link', { name: 'Settings' }).click();
  assert.equal(await phone.getByLabel('Your name').inputValue(), 'Mia');

  // Somebody else who opens it is not Mia unasked.
  const other = await comeIn(visit, 'Lea');
  await other.goto(link);
  await other.getByRole('heading', { name: 'Become Mia here?' }).waitFor();
  await inspect(other, 'become');
  await other.getByRole('button', { name: 'Stay Lea' }).click();
  await other.getByRole('link', { name: 'Settings' }).click();
  assert.equal(await other.getByLabel('Your name').inputValue(), 'Lea');

  await phone.getByRole('button', { name: 'Sign out on this device' }).click();
  await phone.getByRole('button', { name: 'Yes, sign out' }).click();
  await phone.getByRole('heading', { name: 'You are signed out here' }).waitFor();
  await inspect(phone, 'signed-out');
  await phone.reload();
  await phone.getByRole('heading', { name: 'This Castellan is by invitation' }).waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await newGameForm(page).waitFor();
});

peopleTest('the host sees who is there, ends games and lets nobody in', { expected: kOutside }, async visit => {
  const { one: nora, other: otto } = await sitDown(visit, ['Nora', 'Otto']);
  await play([nora, otto], ['e4']);
  const host = await visit(house.hostAddress);
  await newGameForm(host).waitFor();
  await host.getByRole('link', { name: 'People' }).click();
  const row = text => host.getByRole('listitem').filter({ hasText: text });
  await row('Otto').filter({ hasText: 'here now' }).first().waitFor();
  await row('Nora – Otto').getByText('1 move').waitFor();
  assert.equal(await linkField(host, 'Link to pass on').inputValue(), house.address);
  await inspect(host, 'people');
  const exported = await host.evaluate(async () => (await fetch('/api/games.pgn?all')).text());
  assert.match(exported, /\[White "Nora"\]/);

  // What comes by itself leaves the focus where it is.
  const refresh = host.getByRole('button', { name: 'Refresh' });
  await refresh.focus();
  await otto.close();
  await row('Otto').filter({ hasText: 'away' }).waitFor();
  assert.ok(await refresh.evaluate(button => button === document.activeElement));

  await row('Nora – Otto').getByRole('button', { name: /^End game/ }).click();
  await host.getByRole('button', { name: 'Yes, end it' }).click();
  await endWords(nora).getByText('The host has ended the game').waitFor();
  await row('Nora – Otto').waitFor({ state: 'detached' });

  await host.getByRole('button', { name: 'Make a new invitation' }).click();
  await host.getByRole('button', { name: 'Yes, make a new one' }).click();
  await host.waitForFunction(
    old => ![...document.querySelectorAll('input')].some(input => input.value === old),
    house.address,
  );
  const invitation = await linkField(host, 'Link to pass on').inputValue();
  const late = await visit(house.address);
  await late.getByRole('heading', { name: 'This link does not lead in' }).waitFor();
  await late.goto(invitation);
  await tellName(late, 'Paula');
  await newGameForm(late).waitFor();
  house.address = invitation;

  await row('Paula').getByRole('button', { name: 'Remove Paula' }).click();
  await host.getByRole('button', { name: 'Yes, remove' }).click();
  await late.getByRole('heading', { name: 'You are signed out here' }).waitFor();
  await row('Paula').waitFor({ state: 'detached' });
});

pageTest('one person alone is asked for nothing', {}, async page => {
  const asked = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await newGameForm(page).waitFor();
  assert.equal(await page.getByText('by link').count(), 0);
  assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0);
  await page.getByRole('link', { name: 'Settings' }).click();
  assert.equal(await page.getByText('Your devices').count(), 0);
  assert.deepEqual(asked.filter(path => path.startsWith('/api/')), []);
});
