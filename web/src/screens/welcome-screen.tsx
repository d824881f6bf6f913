// WelcomeScreen: for somebody who has come by a link and is not known here yet.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { kLongestName, welcomeWords } from '../model/entry';
import { defaultPreferences } from '../model/preferences';
import { asSentence } from '../model/words';
import { TextField } from '../parts/fields';
import { knock, problem, stayOneself, type Arrival } from '../state/arrival';
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
    await knock(entry, { name: wanted });
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

function SwitchForm({ entry, from, now }: Extract<Arrival, { is: 'somebody else' }>) {
  return (
    <div class="doorway">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>Become {from} here?</h1>
      <p>
        In this browser you are {now}. The link makes it {from}'s, and {now}'s games can only be seen
        where {now} is signed in.
      </p>
      <p class="trouble-words" role="alert">
        {problem.value && asSentence(problem.value)}
      </p>
      <button type="button" class="button primary" onClick={stayOneself}>
        Stay {now}
      </button>
      <button type="button" class="button" onClick={() => void knock(entry, { switch: true })}>
        Become {from}
      </button>
    </div>
  );
}

export function WelcomeScreen({ arrival }: { arrival: Arrival }) {
  if (arrival.is === 'nameless') return <NameForm {...arrival} />;
  if (arrival.is === 'somebody else') return <SwitchForm {...arrival} />;
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
