// MoveBox: moves, orders and questions by keyboard.
import { useSignal } from '@preact/signals';
import type { GameView } from '../model/game-view';
import { readTyped, type Order } from '../model/typed';
import { isHelpOpen } from '../parts/help';
import { announce, announceNow } from '../state/announce';
import { answerQuestion } from '../state/answers';
import { isFlipped, order, sendTyped } from '../state/game';
import { go } from '../state/router';
import { playSound } from '../state/sounds';
import { askOrDo } from './actions';

function carryOut(wanted: Order): void {
  switch (wanted) {
    case 'flip':
      isFlipped.value = !isFlipped.value;
      break;
    case 'new':
      go({ screen: 'home' });
      break;
    case 'help':
      isHelpOpen.value = true;
      break;
    case 'draw':
    case 'resign':
      askOrDo(wanted, false);
      break;
    default:
      order(wanted);
  }
}

export const kMoveBoxId = 'move-box';

export function MoveBox({ view }: { view: GameView }) {
  const text = useSignal('');
  const reply = useSignal('');
  const isRefused = useSignal(false);

  const submit = async () => {
    const typed = readTyped(text.value);
    reply.value = '';
    isRefused.value = false;
    if (typed.kind === 'order') carryOut(typed.order);
    else if (typed.kind === 'question') {
      reply.value = answerQuestion(typed.question, view);
      announce(reply.value);
    } else if (typed.text) {
      const reason = await sendTyped(typed.text);
      if (reason) {
        reply.value = reason;
        isRefused.value = true;
        announceNow(reason);
        playSound('illegal');
        return; // what was typed stays, to be put right
      }
    }
    text.value = '';
  };

  return (
    <form
      class="move-box"
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <label for={kMoveBoxId}>Type a move</label>
      <input
        id={kMoveBoxId}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={200}
        placeholder="Move: e4, Nf3, O-O"
        aria-describedby="move-box-reply"
        aria-invalid={isRefused.value}
        value={text.value}
        onInput={event => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Play
      </button>
      <p id="move-box-reply" class={isRefused.value ? 'refused' : ''}>
        {reply.value}
      </p>
    </form>
  );
}
