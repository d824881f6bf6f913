// PlayScreen: one game, played or watched.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  canTakeBack,
  freeSide,
  isOnlooker,
  isOver,
  isShared,
  isWatched,
  lookAt,
  type GameView,
  type Trouble,
} from '../model/game-view';
import { opposite } from '../model/protocol';
import { seatName, sideName } from '../model/words';
import { isHelpOpen } from '../parts/help';
import type { MenuEntry } from '../parts/more-menu';
import { useShortcuts } from '../parts/shortcuts';
import { useWakeLock } from '../parts/wake-lock';
import {
  closeGame,
  isFlipped,
  look,
  lookAfter,
  nearSide,
  openGame,
  order,
  refusal,
  shownPly,
  takeOver,
  tryAgain,
  view as gameView,
} from '../state/game';
import { go, guardsLeaving } from '../state/router';
import { isOn } from '../state/settings';
import { AbsenceOffer } from '../table/absence';
import { Actions } from '../table/actions';
import { FreeSeat } from '../table/free-seat';
import { GameBoard, naturalSide } from '../table/game-board';
import { GameEnd } from '../table/game-end';
import { kMoveBoxId, MoveBox } from '../table/move-box';
import { MoveList } from '../table/move-list';
import { DrawOffer, TakebackOffer } from '../table/offers';
import { PlayerStrip } from '../table/player-strip';
import { tableMenu } from '../table/table-menu';
import { WatchControls } from '../table/watching';

const isBlindfold = signal(false);
const isZen = signal(false);

function menuEntries(view: GameView): MenuEntry[] {
  const ply = shownPly.value ?? view.moves.length;
  const redo = { name: 'Redo', run: () => order('redo') };
  return [
    { name: 'Flip the board', run: flip },
    ...(view.state.canRedo && !view.apart ? [redo] : []),
    ...tableMenu(view.game, lookAt(view.start, view.moves, ply).fen, !isOnlooker(view)),
    {
      name: 'Blindfold',
      isOn: isBlindfold.value,
      run: () => (isBlindfold.value = !isBlindfold.value),
    },
    { name: 'Only the board', isOn: isZen.value, run: () => (isZen.value = !isZen.value) },
    { name: 'Keys', run: () => (isHelpOpen.value = true) },
    { name: 'New game', run: () => go({ screen: 'home' }) },
  ];
}

function flip(): void {
  isFlipped.value = !isFlipped.value;
}

function focusMoveBox(): void {
  document.getElementById(kMoveBoxId)?.focus();
}

/** Keys do no more than the buttons that are there. */
function useGameKeys(view: GameView): void {
  const takeback = { t: () => order('takeback') };
  const help = { r: () => order('redo'), h: () => order('hint') };
  useShortcuts({
    ...((!view.apart || canTakeBack(view)) && takeback),
    ...(!view.apart && help),
    ArrowLeft: () => look(-1),
    ArrowRight: () => look(1),
    Home: () => look(-Infinity),
    End: () => look(Infinity),
    j: () => look(-1),
    k: () => look(1),
    f: flip,
    m: focusMoveBox,
    '/': focusMoveBox,
    n: () => go({ screen: 'home' }),
    '?': () => (isHelpOpen.value = true),
  });
}

/** Engines play on without a watcher, so leaving them is worth a word. */
function useLeaveGuard(isActive: boolean): void {
  useEffect(() => {
    guardsLeaving.value = isActive;
    return () => void (guardsLeaving.value = false);
  }, [isActive]);
}

function EngineTrouble({ trouble: { side, message } }: { trouble: Trouble }) {
  return (
    <div class="trouble engine-trouble" role="group" aria-label="Trouble with an engine">
      <span>{message}</span>
      <button type="button" class="button" onClick={() => tryAgain(side)}>
        Try again
      </button>
      <button type="button" class="button" onClick={() => takeOver(side)}>
        Play {sideName(side)}
      </button>
    </div>
  );
}

/** What was played, and what can be done. */
function Score({ view, menu }: { view: GameView; menu: MenuEntry[] }) {
  const { state } = view;
  return (
    <>
      <p class="opening">
        {state.eco && <span class="eco">{state.eco}</span>} {state.opening}
      </p>
      <MoveList
        start={view.start}
        moves={view.moves}
        ply={shownPly.value ?? view.moves.length}
        onLook={lookAfter}
      />
      {isWatched(view) ? (
        <WatchControls view={view} menu={menu} />
      ) : (
        <Actions view={view} menu={menu} />
      )}
    </>
  );
}

function Table({ view }: { view: GameView }) {
  const { state } = view;
  const near = nearSide(naturalSide(view));
  const menu = menuEntries(view);
  useGameKeys(view);
  useWakeLock(state.runs !== undefined);
  useLeaveGuard(isWatched(view) && !isOver(view) && !state.isPaused);

  const isAwaiting = freeSide(view) !== undefined; // nothing can be done before the friend comes
  const canType = !isAwaiting && !isOver(view) && !isWatched(view) && !isOnlooker(view);
  const classes = [
    'table',
    isBlindfold.value && 'blindfold',
    isZen.value && 'zen',
    isShared(view) && isOn('faceBoth') && `facing facing-${near}`,
  ];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <h1 class="unseen">
        {seatName(view.seats.white)} against {seatName(view.seats.black)}
      </h1>
      <PlayerStrip view={view} side={opposite(near)} />
      <GameBoard view={view} />
      <PlayerStrip view={view} side={near} />
      <div class="side">
        {isOver(view) && <GameEnd view={view} />}
        {view.trouble && <EngineTrouble trouble={view.trouble} />}
        {view.unsaved && <p class="trouble">{view.unsaved}</p>}
        {isOnlooker(view) && <p class="muted">You are watching this game.</p>}
        <FreeSeat view={view} />
        <AbsenceOffer view={view} />
        <TakebackOffer view={view} />
        <DrawOffer view={view} />
        {!isAwaiting && <Score view={view} menu={menu} />}
        {canType && <MoveBox view={view} />}
      </div>
    </div>
  );
}

export function PlayScreen({ game }: { game: number }) {
  useEffect(() => {
    openGame(game);
    isBlindfold.value = false;
    isZen.value = false;
    return () => closeGame(game);
  }, [game]);

  if (refusal.value)
    return (
      <div class="page">
        <h1>This game cannot be shown</h1>
        <p>{refusal.value}</p>
        <a class="button" href={`#/game/${game}`}>
          See the record
        </a>
      </div>
    );
  if (!gameView.value)
    return (
      <div class="page">
        <h1>One moment…</h1>
      </div>
    );
  return <Table view={gameView.value} />;
}
