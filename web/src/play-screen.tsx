// PlayScreen: one game, played or watched.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Actions } from './actions';
import { announce } from './announce';
import { clockWords, lastMoveWords, squareWords } from './answers';
import { Board } from './board';
import {
  closeGame,
  isFlipped,
  look,
  lookAfter,
  movePending,
  nearSide,
  openGame,
  order,
  refusal,
  revision,
  sendMove,
  shownPly,
  view as gameView,
} from './game';
import { GameEnd } from './game-end';
import { isOver, isShared, isWatched, lookAt, onlyPerson, type GameView } from './game-view';
import { isHelpOpen } from './help';
import type { MenuEntry } from './more-menu';
import { kMoveBoxId, MoveBox } from './move-box';
import { MoveList } from './move-list';
import { complain } from './notice';
import { PlayerStrip } from './player-strip';
import { PromotionChooser } from './promotion';
import { opposite, type Side } from './protocol';
import { go, guardsLeaving } from './router';
import { isOn } from './settings';
import { useShortcuts } from './shortcuts';
import { playSound } from './sounds';
import type { Key } from './squares';
import { tableMenu } from './table-menu';
import { useWakeLock } from './wake-lock';
import { WatchControls } from './watching';
import { seatName, sideName } from './words';

const promoting = signal<{ from: Key; to: Key } | null>(null);
const isBlindfold = signal(false);
const isZen = signal(false);

function naturalSide(view: GameView): Side {
  if (isShared(view)) return isOn('turnBoard') ? view.state.turn : 'white';
  return onlyPerson(view) ?? 'white';
}

function onMove(view: GameView, from: Key, to: Key, isPremove: boolean): void {
  const move = from + to;
  if (!view.state.promotions.includes(move)) void sendMove(move);
  else if (isPremove || isOn('autoQueen')) void sendMove(`${move}q`);
  else promoting.value = { from, to };
}

function onIllegal(from: Key, to: Key): void {
  playSound('illegal');
  complain(`${from}–${to} is not legal`);
}

function cancelPromotion(): void {
  promoting.value = null;
  ++revision.value;
}

function readOut(view: GameView, letter: string, square: Key): void {
  if (letter === 'o') announce(squareWords(view, square));
  if (letter === 'l') announce(lastMoveWords(view));
  if (letter === 'c') announce(clockWords(view));
}

function GameBoard({ view }: { view: GameView }) {
  const { state, moves } = view;
  const ply = shownPly.value ?? moves.length;
  const isPresent = ply === moves.length;
  const shown = isPresent
    ? { fen: state.fen, last: state.last, isCheck: state.isCheck }
    : lookAt(view.start, moves, ply);
  const orientation = nearSide(naturalSide(view));
  const canMove = isPresent && !isOver(view) && !isWatched(view);
  const mover = isShared(view) ? state.turn : onlyPerson(view);
  return (
    <Board
      label={`Board, ${sideName(orientation)} below`}
      fen={shown.fen}
      orientation={orientation}
      turn={state.turn}
      last={shown.last}
      isCheck={shown.isCheck}
      mover={canMove ? mover : undefined}
      legal={canMove && !movePending.value && !promoting.value ? state.legal : {}}
      hint={isPresent ? view.hint : undefined}
      canPremove={isOn('premove') && !isShared(view)}
      revision={revision.value}
      onMove={(from, to, isPremove) => onMove(view, from, to, isPremove)}
      onIllegal={onIllegal}
      onTouch={() => lookAfter(moves.length)}
      onAsk={(letter, square) => readOut(view, letter, square)}
    >
      {promoting.value && (
        <PromotionChooser
          square={promoting.value.to}
          orientation={orientation}
          onChoose={letter => {
            const { from, to } = promoting.value!;
            promoting.value = null;
            void sendMove(from + to + letter);
          }}
          onCancel={cancelPromotion}
        />
      )}
    </Board>
  );
}

function DrawOffer({ view }: { view: GameView }) {
  const by = view.state.drawOffer;
  if (!by || isOver(view)) return null;
  if (by === onlyPerson(view)) return <p class="draw-offer">You offered a draw.</p>;
  return (
    <div class="draw-offer" role="group" aria-label="Draw offer">
      <span>{seatName(view.seats[by])} offers a draw.</span>
      <button type="button" onClick={() => order('draw')}>
        Accept
      </button>
      <button type="button" onClick={() => order('decline')}>
        Decline
      </button>
    </div>
  );
}

function menuEntries(view: GameView): MenuEntry[] {
  const ply = shownPly.value ?? view.moves.length;
  const redo = { name: 'Redo', run: () => order('redo') };
  return [
    { name: 'Flip the board', run: flip },
    ...(view.state.canRedo ? [redo] : []),
    ...tableMenu(view.game, lookAt(view.start, view.moves, ply).fen),
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

function useGameKeys(): void {
  useShortcuts({
    ArrowLeft: () => look(-1),
    ArrowRight: () => look(1),
    Home: () => look(-Infinity),
    End: () => look(Infinity),
    j: () => look(-1),
    k: () => look(1),
    f: flip,
    m: focusMoveBox,
    '/': focusMoveBox,
    t: () => order('takeback'),
    r: () => order('redo'),
    h: () => order('hint'),
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

function Table({ view }: { view: GameView }) {
  const { state } = view;
  const near = nearSide(naturalSide(view));
  const menu = menuEntries(view);
  useGameKeys();
  useWakeLock(state.runs !== undefined);
  useLeaveGuard(isWatched(view) && !isOver(view) && !state.isPaused);

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
        {view.trouble && <p class="trouble">{view.trouble}</p>}
        <DrawOffer view={view} />
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
        {!isWatched(view) && !isOver(view) && <MoveBox view={view} />}
      </div>
    </div>
  );
}

export function PlayScreen({ game }: { game: number }) {
  useEffect(() => {
    openGame(game);
    promoting.value = null;
    isBlindfold.value = false;
    isZen.value = false;
    return () => closeGame(game);
  }, [game]);

  if (refusal.value)
    return (
      <div class="page">
        <h1>This game cannot be shown</h1>
        <p>{refusal.value}</p>
        <a class="button" href="#/games">
          To the games
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
