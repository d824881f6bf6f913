// WelcomeScreen: for somebody who has come by a link and is not known here yet.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { kLongestName, welcomeWords } from '../model/entry';
import { defaultPreferences } from '../model/preferences';
import { asSentence } from '../model/words';
import { TextField } from '../parts/fields';
import { knock, problem, type Arrival } from '../state/arrival';
import { settings } from '../state/settings';

type Nameless = Extract<Arrival, { is: 'nameless' }>;

/** What the person was called in this browser before; everybody is "You" at first. */
function rememberedName(): string {
  const { name } = settings.value;
  return name === defaultPreferences().name ? '' : name.slice(0, kLongestName);
}

function NameForm({ entry, from }: Nameless) {
  const name = useSignal(rememberedName());
  const isAsking = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current!.querySelector('input')!.focus(), []);

  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (!wanted) {
      problem.value = 'Please write a name.';
      return;
    }
    isAsking.value = true;
    await knock(entry, wanted);
    isAsking.value = false;
  };
  return (
    <form class="doorway" aria-labelledby="welcome" ref={form} onSubmit={submit}>
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1 id="welcome">{welcomeWords(entry, from)}</h1>
      <p>How shall the others call you?</p>
      <TextField
        label="Your name"
        value={name.value}
        longest={kLongestName}
        isRequired
        onChange={text => (name.value = text)}
      />
      <p class="trouble-words" role="alert">
        {problem.value && asSentence(problem.value)}
      </p>
      <button type="submit" class="button primary" disabled={isAsking.value}>
        {entry.kind === 'game' ? 'To the game' : 'Come in'}
      </button>
    </form>
  );
}

export function WelcomeScreen({ arrival }: { arrival: Arrival }) {
  if (arrival.is === 'nameless') return <NameForm {...arrival} />;
  return (
    <div class="doorway">
      <h1>One moment…</h1>
      <p class="trouble-words" role="alert">
        {problem.value}
      </p>
      {problem.value && arrival.is === 'knocking' && (
        <button type="button" class="button" onClick={() => void knock(arrival.entry)}>
          Try again
        </button>
      )}
    </div>
  );
}
