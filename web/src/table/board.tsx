// Board: chessground draws it and takes the mouse and the finger; SquareGrid takes the rest.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Dests } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Hint } from '../model/game-view';
import type { Side } from '../model/protocol';
import { piecesOf, type Key } from '../model/squares';
import { isOn, animationTime, settings } from '../state/settings';
import { SquareGrid } from './square-grid';

export interface BoardProps {
  label: string;
  fen: string;
  orientation: Side;
  turn: Side;
  last?: [string, string] | undefined;
  isCheck?: boolean;
  mover?: Side | undefined; // whose pieces can be taken up; nobody's if absent
  legal?: Record<string, string[]>;
  hint?: Hint | undefined;
  canPremove?: boolean;
  revision?: number; // another number puts the pieces where they belong
  onMove?(from: Key, to: Key, isPremove: boolean): void;
  onIllegal?(from: Key, to: Key): void;
  onTouch?(): void; // a board on which nothing can be moved
  onAsk?(letter: string, square: Key): void;
  children?: ComponentChildren;
}

const kNoMoves: Record<string, string[]> = {};

function destinations(legal: Record<string, string[]>): Dests {
  return new Map(Object.entries(legal)) as Dests;
}

function hintShapes(hint: Hint | undefined) {
  if (!hint) return [];
  const orig = hint.from as Key;
  const shape = { orig, brush: 'purple' };
  return [hint.move ? { ...shape, dest: hint.move.slice(2, 4) as Key } : shape];
}

/** What does not change while a board lives; another choice makes another board. */
function fixedConfig(): Config {
  const { coordinates, method } = settings.value;
  return {
    coordinates: coordinates !== 'none',
    coordinatesOnSquares: coordinates === 'squares',
    ranksPosition: 'left',
    draggable: { enabled: method !== 'click' },
    selectable: { enabled: method !== 'drag' },
    movable: { free: false },
    disableContextMenu: true,
  };
}

/** Without the position: setting that again would wipe out the arrows somebody drew. */
function changingConfig(props: BoardProps): Config {
  const duration = animationTime();
  return {
    orientation: props.orientation,
    turnColor: props.turn,
    lastMove: (props.last as Key[] | undefined)!,
    check: props.isCheck ?? false,
    animation: { enabled: duration > 0, duration },
    movable: {
      color: props.mover!, // chessground means nobody by undefined
      dests: destinations(props.legal ?? kNoMoves),
      showDests: isOn('targets'),
    },
    premovable: { enabled: props.canPremove ?? false, showDests: isOn('targets') },
    drawable: { autoShapes: hintShapes(props.hint) },
  };
}

/** A piece dropped where it cannot go, before chessground forgets that it was carried. */
function illegalDrop({ state, getKeyAtDomPos }: Api): [Key, Key] | undefined {
  const drag = state.draggable.current;
  if (!drag?.started || drag.piece.color !== state.turnColor) return undefined;
  const to = getKeyAtDomPos(drag.pos);
  if (!to || to === drag.orig || state.movable.dests?.get(drag.orig)?.includes(to)) return undefined;
  return [drag.orig, to];
}

function BoardBody(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [selected, setSelected] = useState<Key>();
  const pieces = useMemo(() => piecesOf(props.fen), [props.fen]);

  useLayoutEffect(() => {
    const api = Chessground(element.current!, {
      ...fixedConfig(),
      fen: latest.current.fen,
      addDimensionsCssVarsTo: element.current!.parentElement!,
    });
    ground.current = api;
    api.set({
      movable: {
        events: {
          after: (from, to, { premove }) => latest.current.onMove?.(from, to, premove),
        },
      },
      events: {
        select: () => setSelected(api.state.selected),
        move: () => setSelected(undefined),
      },
    });
    const onDrop = () => {
      const drop = illegalDrop(api);
      if (drop) latest.current.onIllegal?.(...drop);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      api.cancelMove();
      setSelected(undefined);
    };
    for (const type of ['mouseup', 'touchend'])
      document.addEventListener(type, onDrop, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      for (const type of ['mouseup', 'touchend'])
        document.removeEventListener(type, onDrop, { capture: true });
      document.removeEventListener('keydown', onKey);
      api.destroy();
    };
  }, []);

  // First where the pieces stand, then what can be done with them.
  useLayoutEffect(() => {
    ground.current!.set({ fen: props.fen });
  }, [props.fen, props.revision]);
  useLayoutEffect(() => {
    const api = ground.current!;
    api.set(changingConfig(props));
    setSelected(api.state.selected);
  });
  // A premove waits for the turn to come; chessground checks it against the legal moves.
  useEffect(() => {
    if (props.mover === props.turn) ground.current!.playPremove();
  }, [props.fen, props.turn, props.mover]);

  const targetsOf = (square: Key) => {
    const { state } = ground.current ?? {};
    if (square === selected && state?.premovable.dests) return state.premovable.dests;
    return props.legal?.[square];
  };

  const choose = (square: Key) => {
    const api = ground.current!;
    const from = api.state.selected;
    if (!props.mover) props.onTouch?.();
    else if (from === square) api.selectSquare(null);
    else if (from && pieces.get(square)?.color !== props.mover && !targetsOf(from)?.includes(square))
      props.onIllegal?.(from, square);
    else api.selectSquare(square, true);
    setSelected(api.state.selected);
  };

  const cancel = () => {
    ground.current!.cancelMove();
    setSelected(undefined);
  };

  return (
    <div
      class={`board coordinates-${settings.value.coordinates}`}
      onPointerDown={() => props.mover || props.onTouch?.()}
    >
      <div class="cg-wrap" ref={element} aria-hidden="true" />
      <SquareGrid
        label={props.label}
        orientation={props.orientation}
        pieces={pieces}
        selected={selected}
        targetsOf={targetsOf}
        onChoose={choose}
        onCancel={cancel}
        onAsk={props.onAsk}
      />
      {props.children}
    </div>
  );
}

export function Board(props: BoardProps) {
  const { coordinates, method } = settings.value;
  return <BoardBody key={`${coordinates} ${method}`} {...props} />;
}

/** A small picture of a position. */
export function MiniBoard({ fen, orientation }: { fen: string; orientation: Side }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const api = Chessground(element.current!, {
      fen,
      orientation,
      viewOnly: true,
      coordinates: false,
      drawable: { visible: false },
    });
    return () => api.destroy();
  }, [fen, orientation]);
  return <div class="mini-board cg-wrap" ref={element} aria-hidden="true" />;
}
