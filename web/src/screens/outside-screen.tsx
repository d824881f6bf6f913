// OutsideScreen: for whom the server does not know, or whose link is no good.
import type { ComponentChildren } from 'preact';
import { hello } from '../link/server';
import { entryAdvice } from '../model/entry';
import { asSentence } from '../model/words';
import type { Arrival } from '../state/arrival';

function Doorway({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="doorway">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function OutsideScreen({ arrival }: { arrival: Arrival }) {
  if (arrival.is === 'refused')
    return (
      <Doorway title="This link does not lead in">
        <p>{entryAdvice(arrival.entry)}</p>
        <p class="muted">{asSentence(arrival.reason)}</p>
        <a class="button" href={location.pathname + location.hash}>
          I have been here before
        </a>
      </Doorway>
    );
  if (hello.value)
    return (
      <Doorway title="You are signed out here">
        <p>
          To come back, ask whoever runs this Castellan for a link, or make one under Settings on
          another device of yours.
        </p>
      </Doorway>
    );
  return (
    <Doorway title="This Castellan is by invitation">
      <p>Ask whoever runs it for a link.</p>
    </Doorway>
  );
}
