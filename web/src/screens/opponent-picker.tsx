// OpponentPicker: everyone there is to play against, as one group of cards.
import type { Hello } from '../model/protocol';
import type { Setup } from '../model/setup';
import { RadioCard, SelectField, Switch, TextField } from '../parts/fields';
import { change, isOn } from '../state/settings';

export interface PickerProps {
  setup: Setup;
  hello: Hello;
  onChange(change: Partial<Setup>): void;
}

const kEloStep = 50;

function LevelSlider({ setup, hello, onChange }: PickerProps) {
  return (
    <input
      type="range"
      class="level-slider"
      aria-label="Elo"
      min={hello.lowest}
      max={hello.highest}
      step={kEloStep}
      value={setup.elo}
      onInput={event => onChange({ opponent: 'exact', elo: Number(event.currentTarget.value) })}
    />
  );
}

function programs(hello: Hello) {
  return [
    ...hello.opponents.map(({ name, elo }) => ({
      value: name,
      name: elo ? `${name}, ${elo}` : `${name}, full strength`,
    })),
    ...hello.engines.map(name => ({ value: name, name })),
  ];
}

/** What the chosen kind of opponent wants to know. */
function Details({ setup, hello, onChange }: PickerProps) {
  switch (setup.opponent) {
    case 'friend':
      return (
        <div class="details">
          <TextField
            label="Your friend's name"
            value={setup.friend}
            onChange={friend => onChange({ friend })}
          />
          <Switch
            label="Turn the board after each move"
            isOn={isOn('turnBoard')}
            onChange={on => change('turnBoard', on ? 'on' : 'off')}
          />
        </div>
      );
    case 'link':
      return hello.hasPeople ? (
        <div class="details">
          <Switch
            label="Others may watch"
            isOn={setup.mayWatch}
            onChange={mayWatch => onChange({ mayWatch })}
          />
        </div>
      ) : null;
    case 'engine':
      return (
        <div class="details">
          <SelectField
            label="Engine"
            value={setup.engine}
            choices={hello.engines.map(name => ({ value: name, name }))}
            onChange={engine => onChange({ engine })}
          />
        </div>
      );
    case 'watch':
      return (
        <div class="details">
          <SelectField
            label="White"
            value={setup.watchWhite}
            choices={programs(hello)}
            onChange={watchWhite => onChange({ watchWhite })}
          />
          <SelectField
            label="Black"
            value={setup.watchBlack}
            choices={programs(hello)}
            onChange={watchBlack => onChange({ watchBlack })}
          />
        </div>
      );
    default:
      return null;
  }
}

export function OpponentPicker(props: PickerProps) {
  const { setup, hello, onChange } = props;
  const card = (value: string, name: string, note = '') => (
    <RadioCard
      key={value}
      group="opponent"
      value={value}
      name={name}
      note={note}
      isOn={setup.opponent === value}
      onChoose={() => onChange({ opponent: value })}
    />
  );
  return (
    <fieldset class="radio-cards opponents">
      <legend>Opponent</legend>
      <div class="cards named">
        {hello.opponents.map(({ name, elo }) =>
          card(`named:${name}`, name, elo ? String(elo) : 'full strength'),
        )}
      </div>
      <div class="cards presets">
        {hello.presets.map(({ name, elo }) => card(`preset:${name}`, name, String(elo)))}
      </div>
      <div class="cards exact-row">
        {card('exact', 'Exact level', String(setup.elo))}
        <LevelSlider {...props} />
      </div>
      <div class="cards others">
        {card('friend', 'Friend', 'on this device')}
        {hello.hasPeople && card('link', 'Friend', 'by link')}
        {hello.engines.length > 0 && card('engine', 'Other engine')}
        {card('watch', 'Watch', 'two engines')}
      </div>
      <Details {...props} />
    </fieldset>
  );
}
