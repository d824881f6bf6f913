// Actions: what a player can do beside moving. Resigning and offering a draw ask back in place.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { canClaimDraw, canTakeBack, isOnlooker, isOver, type GameView } from '../model/game-view';
import { Icon } from '../parts/icons';
import { MoreMenu, type MenuEntry } from '../parts/more-menu';
import { order } from '../state/game';
import { isOn } from '../state/settings';

type Asked = 'resign' | 'draw';

/** The question that stands in the place of the buttons; also set by typed orders. */
const asked = signal<Asked | null>(null);
const kPatience = 4000; // milliseconds
let timer: ReturnType<typeof setTimeout> | undefined;

/** A question put by mouse or finger goes away; a screen reader takes longer than that. */
export function askOrDo(command: Asked, isByPointer: boolean): void {
  if (!isOn(command === 'resign' ? 'confirmResign' : 'confirmDraw')) return order(command);
  clearTimeout(timer);
  asked.value = command;
  if (isByPointer) timer = setTimeout(() => (asked.value = null), kPatience);
}

function answer(isYes: boolean): void {
  clearTimeout(timer);
  const command = asked.value;
  asked.value = null;
  if (isYes && command) order(command);
}

const isPointerClick = (event: MouseEvent) => event.detail > 0;

function Question({ of }: { of: Asked }) {
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  const words = of === 'resign' ? 'Resign the game?' : 'Draw?';
  return (
    <div
      class="actions question"
      role="group"
      aria-label={words}
      onKeyDown={event => event.key === 'Escape' && answer(false)}
    >
      <span class="words">{words}</span>
      <button type="button" class="action" ref={yes} onClick={() => answer(true)}>
        <Icon name="yes" />
        {of === 'resign' ? 'Yes, resign' : 'Yes, draw'}
      </button>
      <button type="button" class="action" onClick={() => answer(false)}>
        <Icon name="no" />
        No
      </button>
    </div>
  );
}

function TakebackButton({ view }: { view: GameView }) {
  return (
    <button
      type="button"
      class="action"
      disabled={!canTakeBack(view)}
      onClick={() => order('takeback')}
    >
      <Icon name="takeback" />
      Take back
    </button>
  );
}

export function Actions({ view, menu }: { view: GameView; menu: MenuEntry[] }) {
  const { state } = view;
  const hasEnded = isOver(view);
  const bar = useRef<HTMLDivElement>(null);
  const wasAsked = useRef<Asked | null>(null);

  // The question took the focus; without it the focus would fall back to the top of the page.
  useEffect(() => {
    const before = wasAsked.current;
    wasAsked.current = asked.value;
    if (before && !asked.value && document.activeElement === document.body)
      bar.current?.querySelector<HTMLElement>(`[data-asks="${before}"]`)?.focus();
  });
  useEffect(() => () => void (asked.value = null), []);

  // Who looks on has only the menu.
  if (isOnlooker(view))
    return (
      <div class="actions">
        <MoreMenu name="More" icon="more" entries={menu} />
      </div>
    );
  if (asked.value && !hasEnded) return <Question of={asked.value} />;
  return (
    <div class="actions" ref={bar}>
      <TakebackButton view={view} />
      {!view.apart && (
        <button
          type="button"
          class="action"
          disabled={hasEnded || state.turn !== state.person}
          onClick={() => order('hint')}
        >
          <Icon name="hint" />
          Hint
        </button>
      )}
      <button
        type="button"
        class="action"
        data-asks="draw"
        disabled={hasEnded}
        onClick={event => askOrDo('draw', isPointerClick(event))}
      >
        <Icon name="draw" />
        {canClaimDraw(view) ? 'Claim draw' : 'Draw'}
      </button>
      <button
        type="button"
        class="action"
        data-asks="resign"
        disabled={hasEnded}
        onClick={event => askOrDo('resign', isPointerClick(event))}
      >
        <Icon name="resign" />
        Resign
      </button>
      <MoreMenu name="More" icon="more" entries={menu} />
    </div>
  );
}
