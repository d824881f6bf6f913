// AskButton: a button that asks back in its own place before it does what cannot be undone.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

interface AskButtonProps {
  name: string;
  question: string;
  yes: string;
  label?: string; // tells apart several buttons of one name
  onYes(): void;
}

const kPatience = 4000; // milliseconds

export function AskButton({ name, question, yes, label, onYes }: AskButtonProps) {
  const isAsking = useSignal(false);
  const wasAsking = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const consent = useRef<HTMLButtonElement>(null);

  // Each takes the focus from the other, as long as the focus has not gone elsewhere.
  useEffect(() => {
    if (isAsking.value) consent.current?.focus();
    else if (wasAsking.current && document.activeElement === document.body) opener.current?.focus();
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (event: MouseEvent) => {
    isAsking.value = true;
    // A question put by mouse or finger goes away; a screen reader takes longer than that.
    if (event.detail > 0) timer.current = setTimeout(() => (isAsking.value = false), kPatience);
  };
  const answer = (isYes: boolean) => {
    clearTimeout(timer.current);
    isAsking.value = false;
    if (isYes) onYes();
  };

  if (!isAsking.value)
    return (
      <button type="button" class="button" ref={opener} aria-label={label} onClick={ask}>
        {name}
      </button>
    );
  return (
    <div
      class="asked"
      role="group"
      aria-label={question}
      onKeyDown={event => event.key === 'Escape' && answer(false)}
    >
      <span>{question}</span>
      <button type="button" class="button danger" ref={consent} onClick={() => answer(true)}>
        {yes}
      </button>
      <button type="button" class="button" onClick={() => answer(false)}>
        No
      </button>
    </div>
  );
}
