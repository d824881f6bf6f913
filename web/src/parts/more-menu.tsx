// MoreMenu: a button that opens a list of further buttons.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons';

export interface MenuEntry {
  name: string;
  run(): void;
  isOn?: boolean; // for switches
}

interface MoreMenuProps {
  name: string;
  icon: IconName;
  entries: MenuEntry[];
}

export function MoreMenu({ name, icon, entries }: MoreMenuProps) {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen.value) return undefined;
    const closeOutside = (event: Event) => {
      if (!box.current!.contains(event.target as Node)) isOpen.value = false;
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen.value]);

  const close = () => {
    isOpen.value = false;
    opener.current!.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen.value) return;
    event.stopPropagation();
    close();
  };

  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="action"
        ref={opener}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name={icon} />
        {name}
      </button>
      {isOpen.value && (
        <ul class="menu-list">
          {entries.map(entry => (
            <li key={entry.name}>
              <button
                type="button"
                aria-pressed={entry.isOn}
                onClick={() => {
                  close();
                  entry.run();
                }}
              >
                {entry.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
