// PeopleScreen: for the host: the invitation, who has come, and what is being played.
import { useEffect } from 'preact/hooks';
import { hello, isOpen } from '../link/server';
import type { People, Person, Playing } from '../model/protocol';
import { countOf, playersText, timeAgo } from '../model/words';
import { AskButton } from '../parts/ask-button';
import { LinkCard } from '../parts/link-card';
import { endGame, people, refreshPeople, removePerson, renewInvitation } from '../state/people';

const kRefreshTime = 4000; // milliseconds

const refresh = () => refreshPeople();

/** While somebody looks at it. */
function useRefreshing(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') void refreshPeople(true);
    };
    look();
    const timer = setInterval(look, kRefreshTime);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWanted]);
}

function Invitation({ of: link }: { of: People }) {
  return (
    <section aria-labelledby="invitation">
      <h2 id="invitation">Invitation</h2>
      <p>Whoever has this link can come in, as often as they like.</p>
      <LinkCard label="Link to pass on" link={link} />
      <AskButton
        name="Make a new invitation"
        question="The old link stops working. Sure?"
        yes="Yes, make a new one"
        onYes={() => void renewInvitation().then(refresh)}
      />
    </section>
  );
}

function PersonRow({ person, name, isHere, since, games }: Person) {
  return (
    <li class="row">
      <span class={`presence ${isHere ? 'here' : ''}`} aria-hidden="true" />
      <span class="row-words">
        <span class="row-name">{name}</span>
        <span class="muted">
          {isHere ? 'here now' : 'away'} · {countOf(games, 'game')} · came{' '}
          {timeAgo(since, Date.now())}
        </span>
      </span>
      <AskButton
        name="Remove"
        label={`Remove ${name}`}
        question={`Remove ${name}?`}
        yes="Yes, remove"
        onYes={() => void removePerson(person, name).then(refresh)}
      />
    </li>
  );
}

function PlayingRow({ game, white, black, plies, watchers }: Playing) {
  const players = playersText({ white, black });
  return (
    <li class="row">
      <span class="row-words">
        <span class="row-name">{players}</span>
        <span class="muted">
          {countOf(Math.ceil(plies / 2), 'move')}
          {watchers > 0 && ` · ${countOf(watchers, 'watcher')}`}
        </span>
      </span>
      <AskButton
        name="End game"
        label={`End game ${players}`}
        question="End it without a result?"
        yes="Yes, end it"
        onYes={() => void endGame(game).then(refresh)}
      />
    </li>
  );
}

function Lists({ of: { people: known, playing } }: { of: People }) {
  return (
    <div class="people-lists">
      <section aria-labelledby="people">
        <h2 id="people">People</h2>
        {known.length === 0 && <p class="muted">Nobody has come yet.</p>}
        <ul class="rows">
          {known.map(person => (
            <PersonRow key={person.person} {...person} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="playing">
        <h2 id="playing">Being played</h2>
        {playing.length === 0 && <p class="muted">Nothing just now.</p>}
        <ul class="rows">
          {playing.map(game => (
            <PlayingRow key={game.game} {...game} />
          ))}
        </ul>
      </section>
    </div>
  );
}

export function PeopleScreen() {
  const isHost = hello.value?.you?.isHost ?? false;
  useRefreshing(isHost && isOpen.value);
  if (hello.value && !isHost)
    return (
      <div class="page">
        <h1>People</h1>
        <p>Only the host of this Castellan sees who is here.</p>
      </div>
    );
  return (
    <div class="page people-page">
      <h1>People</h1>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void refresh()}>
          Refresh
        </button>
        <a class="button" href="/api/games.pgn?all" download="castellan-all-games.pgn">
          Export all games
        </a>
      </div>
      {people.value ? (
        <>
          <Invitation of={people.value} />
          <Lists of={people.value} />
        </>
      ) : (
        <p>One moment…</p>
      )}
    </div>
  );
}
