// App: the frame around the screens.
import { useEffect, useRef } from 'preact/hooks';
import { hello, isOpen, isTurnedAway } from './link/server';
import { routeHash, type Route } from './model/routes';
import { HelpDialog } from './parts/help';
import { Icon } from './parts/icons';
import { GamesScreen } from './screens/games-screen';
import { HomeScreen } from './screens/home-screen';
import { OutsideScreen } from './screens/outside-screen';
import { PeopleScreen } from './screens/people-screen';
import { PlayScreen } from './screens/play-screen';
import { ReplayScreen } from './screens/replay-screen';
import { SettingsScreen } from './screens/settings-screen';
import { WelcomeScreen } from './screens/welcome-screen';
import { politeText, urgentText } from './state/announce';
import { arrival } from './state/arrival';
import { movePending, pause } from './state/game';
import { dismissNotice, notice } from './state/notice';
import { heldRoute, leave, route, stay } from './state/router';
import { change, isOn } from './state/settings';

const kTitles: Record<Route['screen'], string> = {
  home: 'Castellan',
  play: 'Game – Castellan',
  replay: 'Replay – Castellan',
  games: 'Games – Castellan',
  settings: 'Settings – Castellan',
  people: 'People – Castellan',
};

/** Where the person stands, as long as that is not on one of the screens. */
function doorway(): 'welcome' | 'outside' | undefined {
  const { is } = arrival.value;
  if (isTurnedAway.value || is === 'refused') return 'outside';
  return is === 'inside' ? undefined : 'welcome';
}

function Screen() {
  if (doorway() === 'outside') return <OutsideScreen arrival={arrival.value} />;
  if (doorway() === 'welcome') return <WelcomeScreen arrival={arrival.value} />;
  const shown = route.value;
  switch (shown.screen) {
    case 'home':
      return <HomeScreen />;
    case 'play':
      return <PlayScreen game={shown.game} />;
    case 'replay':
      return <ReplayScreen game={shown.game} />;
    case 'games':
      return <GamesScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'people':
      return <PeopleScreen />;
  }
}

function Tab({ href, name, screens }: { href: string; name: string; screens: string[] }) {
  const isHere = screens.includes(route.value.screen);
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {name}
    </a>
  );
}

function Header() {
  const hasSound = isOn('sound');
  return (
    <header class="app-header">
      <a class="brand" href="#/" aria-label="Castellan">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span aria-hidden="true">Castellan</span>
      </a>
      <nav aria-label="Main">
        <Tab href="#/" name="Play" screens={['home', 'play']} />
        <Tab href="#/games" name="Games" screens={['games', 'replay']} />
        {hello.value?.hasPeople && hello.value.you?.isHost && (
          <Tab href="#/people" name="People" screens={['people']} />
        )}
        <Tab href="#/settings" name="Settings" screens={['settings']} />
      </nav>
      <button
        type="button"
        class="mute"
        aria-label="Mute"
        aria-pressed={!hasSound}
        title={hasSound ? 'Mute' : 'Sound on'}
        onClick={() => change('sound', hasSound ? 'off' : 'on')}
      >
        <Icon name={hasSound ? 'sound' : 'muted'} />
      </button>
    </header>
  );
}

/** Only after the first greeting: before it, the screens themselves say that they wait. */
function LinkBar() {
  if (isOpen.value || !hello.value || doorway()) return null;
  return (
    <div class="link-bar" role="status">
      Reconnecting…{movePending.value && ' your move is kept'}
    </div>
  );
}

function NoticeBar() {
  const shown = notice.value;
  if (!shown) return null;
  return (
    <aside class="notice" aria-label="Notice">
      <span>{shown.text}</span>
      {shown.action && (
        <button
          type="button"
          onClick={() => {
            dismissNotice();
            shown.action!.run();
          }}
        >
          {shown.action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={dismissNotice}>
        <Icon name="no" />
      </button>
    </aside>
  );
}

function LeaveDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHeld = heldRoute.value !== null;
  useEffect(() => {
    if (isHeld) dialog.current?.showModal();
  }, [isHeld]);
  if (!isHeld) return null;
  return (
    <dialog class="leave" ref={dialog} aria-labelledby="leave-title" onClose={stay}>
      <h2 id="leave-title">The engines are still playing</h2>
      <div class="buttons">
        <button
          type="button"
          class="button primary"
          onClick={() => {
            pause(true);
            leave();
          }}
        >
          Pause and leave
        </button>
        <button type="button" class="button" onClick={leave}>
          Let them play
        </button>
        <button type="button" class="button" onClick={stay}>
          Stay
        </button>
      </div>
    </dialog>
  );
}

function SkipLink({ onSkip }: { onSkip(): void }) {
  return (
    <a
      class="skip"
      href="#main"
      onClick={event => {
        event.preventDefault(); // the hash is the route
        onSkip();
      }}
    >
      Skip to the board
    </a>
  );
}

export function App() {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const door = doorway();
  const address = door ?? routeHash(route.value);

  useEffect(() => {
    document.title = door ? kTitles.home : kTitles[route.value.screen];
    // A new screen is a new page for those who listen; the first one is where they begin anyway.
    if (!isFirst.current) main.current!.focus({ preventScroll: true });
    if (!isFirst.current) scrollTo(0, 0);
    isFirst.current = false;
  }, [address]);

  return (
    <>
      {!door && <SkipLink onSkip={() => main.current!.focus()} />}
      {!door && <Header />}
      <LinkBar />
      <main id="main" ref={main} tabIndex={-1}>
        <Screen />
      </main>
      <NoticeBar />
      <HelpDialog />
      <LeaveDialog />
      <div class="unseen" role="status" aria-label="News">
        {politeText.value}
      </div>
      <div class="unseen" role="alert" aria-label="Urgent news">
        {urgentText.value}
      </div>
    </>
  );
}
