// ReplayScreen: a game that is over, to be gone through.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clockText } from '../model/clock';
import { lookAt } from '../model/game-view';
import { turnOf } from '../model/notation';
import { opposite, type GameRecord, type Seat, type Side } from '../model/protocol';
import { seatName, seatRating, sideName, spokenMove } from '../model/words';
import { isHelpOpen } from '../parts/help';
import { MoreMenu } from '../parts/more-menu';
import { useShortcuts } from '../parts/shortcuts';
import { announce } from '../state/announce';
import { pgnAddress } from '../state/clipboard';
import { deleteGames, recordOf } from '../state/library';
import { soundOf } from '../state/reactions';
import { go } from '../state/router';
import { settings } from '../state/settings';
import { playSound } from '../state/sounds';
import { Board } from '../table/board';
import { MoveList } from '../table/move-list';
import { tableMenu } from '../table/table-menu';

interface ReplayProps {
  game: number;
  record: GameRecord;
}

/** The side of the only person; of two, theirs who has the name. */
function personsSide({ white, black }: GameRecord, name: string): Side {
  const isPerson = (seat: Seat) => seat.kind === 'person';
  if (isPerson(white) !== isPerson(black)) return isPerson(black) ? 'black' : 'white';
  return black.name === name && white.name !== name ? 'black' : 'white';
}

/** What the side's clock showed after `ply` moves, if the game had clocks. */
function clockAt({ start, moves }: GameRecord, side: Side, ply: number): number | undefined {
  const isFirst = (side === 'black') === turnOf(start).isBlack;
  for (let index = ply - 1; index >= 0; --index)
    if ((index % 2 === 0) === isFirst) return moves[index]!.clock;
  return undefined;
}

function RecordStrip({ record, side, ply }: { record: GameRecord; side: Side; ply: number }) {
  const seat = record[side];
  const clock = clockAt(record, side, ply);
  return (
    <div class="strip" role="group" aria-label={sideName(side)}>
      <span class={`side-mark ${side}`} aria-hidden="true" />
      <span class="player">
        <span class="name">{seatName(seat)}</span>
        <span class="rating">{seatRating(seat)}</span>
      </span>
      {clock !== undefined && (
        <div class="clock" role="timer" aria-label={`${sideName(side)}'s clock`}>
          {clockText(clock)}
        </div>
      )}
    </div>
  );
}

function Replay({ game, record }: ReplayProps) {
  const { start, moves } = record;
  const ply = useSignal(moves.length);
  const near = useSignal(personsSide(record, settings.value.name));

  const lookAfter = (wanted: number) => {
    const target = Math.max(0, Math.min(moves.length, wanted));
    if (target === ply.value) return;
    ply.value = target;
    const move = moves[target - 1];
    announce(move ? spokenMove(move, settings.value.announce) : 'First position');
    if (move) playSound(soundOf(move));
  };
  const flip = () => (near.value = opposite(near.value));

  useShortcuts({
    ArrowLeft: () => lookAfter(ply.value - 1),
    ArrowRight: () => lookAfter(ply.value + 1),
    Home: () => lookAfter(0),
    End: () => lookAfter(moves.length),
    j: () => lookAfter(ply.value - 1),
    k: () => lookAfter(ply.value + 1),
    f: flip,
    n: () => go({ screen: 'home' }),
    '?': () => (isHelpOpen.value = true),
  });

  const shown = lookAt(start, moves, ply.value);
  const remove = () => {
    go({ screen: 'games' });
    void deleteGames([game]);
  };
  return (
    <div class="table">
      <h1 class="unseen">
        {seatName(record.white)} against {seatName(record.black)}
      </h1>
      <RecordStrip record={record} side={opposite(near.value)} ply={ply.value} />
      <Board
        label={`Board, ${sideName(near.value)} below`}
        fen={shown.fen}
        orientation={near.value}
        turn={turnOf(shown.fen).isBlack ? 'black' : 'white'}
        last={shown.last}
        isCheck={shown.isCheck}
      />
      <RecordStrip record={record} side={near.value} ply={ply.value} />
      <div class="side">
        <section class="game-end" aria-label="Result">
          <h2>
            {record.result.replace(/1\/2/g, '½')}{' '}
            <span class="score">{record.started.slice(0, 10)}</span>
          </h2>
          <p class="reason">{record.reason}</p>
        </section>
        <p class="opening">
          {record.eco && <span class="eco">{record.eco}</span>} {record.opening}
        </p>
        <MoveList start={start} moves={moves} ply={ply.value} onLook={lookAfter} />
        <div class="actions">
          <a class="action" href={pgnAddress([game])} download={`castellan-${game}.pgn`}>
            Save PGN
          </a>
          <MoreMenu
            name="More"
            icon="more"
            entries={[
              { name: 'Flip the board', run: flip },
              ...tableMenu(game, shown.fen),
              { name: 'Keys', run: () => (isHelpOpen.value = true) },
              { name: 'Delete', run: remove },
            ]}
          />
        </div>
      </div>
    </div>
  );
}

export function ReplayScreen({ game }: { game: number }) {
  const record = useSignal<GameRecord | null>(null);
  const problem = useSignal('');

  useEffect(() => {
    record.value = null;
    problem.value = '';
    recordOf(game).then(
      answer => (record.value = answer),
      (error: Error) => (problem.value = error.message),
    );
  }, [game]);

  if (record.value) return <Replay key={game} game={game} record={record.value} />;
  return (
    <div class="page">
      <h1>{problem.value ? 'This game cannot be shown' : 'One moment…'}</h1>
      <p>{problem.value}</p>
      <a class="button" href="#/games">
        To the games
      </a>
    </div>
  );
}
