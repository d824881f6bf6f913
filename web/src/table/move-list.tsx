// MoveList: the score sheet, with keys to go through it; one line that scrolls on phones.
import { useEffect, useRef } from 'preact/hooks';
import { scoreSheet, written } from '../model/notation';
import type { Move } from '../model/protocol';
import { Icon, type IconName } from '../parts/icons';
import { settings } from '../state/settings';

export interface MoveListProps {
  start: string;
  moves: Move[];
  ply: number; // after how many moves the position is shown
  onLook(ply: number): void;
}

function StepButton(props: { icon: IconName; name: string; to: number } & MoveListProps) {
  const { moves, ply, to } = props;
  const target = Math.max(0, Math.min(moves.length, to));
  return (
    <button
      type="button"
      class={`step step-${props.icon}`}
      aria-label={props.name}
      title={props.name}
      disabled={target === ply}
      onClick={() => props.onLook(target)}
    >
      <Icon name={props.icon} />
    </button>
  );
}

export function MoveList(props: MoveListProps) {
  const { start, moves, ply, onLook } = props;
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const box = list.current!;
    const current = box.querySelector<HTMLElement>('[aria-current]');
    if (!current) box.scrollTo(0, 0);
    else
      box.scrollTo(
        current.offsetLeft - box.clientWidth / 2,
        current.offsetTop - box.clientHeight / 2,
      );
  }, [ply, moves.length]);

  const button = (index: number | undefined) => {
    const move = index === undefined ? undefined : moves[index];
    if (!move) return <span class="no-move" />;
    return (
      <button
        type="button"
        aria-current={index! + 1 === ply ? 'step' : undefined}
        onClick={() => onLook(index! + 1)}
      >
        {written(move, settings.value.notation)}
      </button>
    );
  };

  return (
    <div class="moves-box">
      <StepButton {...props} icon="first" name="First position" to={0} />
      <StepButton {...props} icon="back" name="Back" to={ply - 1} />
      <ol class="moves" aria-label="Moves" ref={list}>
        {scoreSheet(start, moves.length).map(row => (
          <li key={row.number}>
            <span class="number">{row.number}.</span>
            {row.white === undefined ? <span class="no-move">…</span> : button(row.white)}
            {button(row.black)}
          </li>
        ))}
      </ol>
      <StepButton {...props} icon="forward" name="Forward" to={ply + 1} />
      <StepButton {...props} icon="last" name="Last position" to={moves.length} />
    </div>
  );
}
