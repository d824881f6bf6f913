// SettingsScreen: everything that can be set; each change acts at once.
import { useRef } from 'preact/hooks';
import { hello } from '../link/server';
import { kLongestName } from '../model/entry';
import { defaultPreferences, kChoices, type ChoiceKey } from '../model/preferences';
import { kStart } from '../model/squares';
import { SelectField, Switch, TextField } from '../parts/fields';
import { saveFile } from '../state/clipboard';
import { complain, tell } from '../state/notice';
import { change, changeAll, isOn, settings } from '../state/settings';
import { playSound } from '../state/sounds';
import { MiniBoard } from '../table/board';
import { DevicesSection } from './devices-section';

const kChoiceNames: Record<string, Record<string, string>> = {
  theme: { system: 'Like the system', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  board: { walnut: 'Walnut', forest: 'Forest', slate: 'Slate', contrast: 'High contrast' },
  coordinates: { inside: 'Inside', outside: 'Outside', squares: 'Every square', none: 'None' },
  animation: { normal: 'Normal', slow: 'Slow', off: 'Off' },
  method: { both: 'Drag or click', drag: 'Drag', click: 'Click' },
  notation: {
    san: 'Short: Nf3',
    figurine: 'Figurines: ♘f3',
    long: 'Long: Ng1-f3',
    uci: 'Coordinates: g1f3',
  },
  announce: { words: 'Words: knight g1 to f3', san: 'Notation: Nf3' },
};

function ChoiceField({ label, of }: { label: string; of: ChoiceKey }) {
  return (
    <SelectField
      label={label}
      value={settings.value[of]}
      choices={kChoices[of].map(value => ({ value, name: kChoiceNames[of]![value]! }))}
      onChange={value => change(of, value)}
    />
  );
}

function SwitchField({ label, of }: { label: string; of: ChoiceKey }) {
  return (
    <Switch label={label} isOn={isOn(of)} onChange={on => change(of, on ? 'on' : 'off')} />
  );
}

function VolumeField() {
  return (
    <label class="field">
      <span>Volume</span>
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        value={settings.value.volume}
        aria-valuetext={`${settings.value.volume} percent`}
        onInput={event => change('volume', event.currentTarget.value)}
        onChange={() => playSound('move')}
      />
    </label>
  );
}

async function importSettings(file: File): Promise<void> {
  try {
    changeAll(JSON.parse(await file.text()));
    tell('Settings imported');
  } catch {
    complain('This file holds no settings.');
  }
}

function Transfer() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="buttons">
      <button
        type="button"
        class="button"
        onClick={() =>
          saveFile(
            JSON.stringify(settings.value, null, 2),
            'castellan-settings.json',
            'application/json',
          )
        }
      >
        Export
      </button>
      <label class="button">
        Import
        <input
          type="file"
          class="unseen"
          accept=".json,application/json"
          ref={input}
          onChange={() => {
            const file = input.current!.files?.[0];
            if (file) void importSettings(file);
            input.current!.value = '';
          }}
        />
      </label>
      <button
        type="button"
        class="button"
        onClick={() => {
          changeAll(defaultPreferences());
          tell('All settings are at their defaults');
        }}
      >
        Reset to defaults
      </button>
    </div>
  );
}

export function SettingsScreen() {
  return (
    <div class="page settings-page">
      <h1>Settings</h1>
      <section aria-labelledby="looks">
        <h2 id="looks">Looks</h2>
        <MiniBoard fen={kStart} orientation="white" />
        <ChoiceField label="Theme" of="theme" />
        <ChoiceField label="Board" of="board" />
        <ChoiceField label="Coordinates" of="coordinates" />
        <ChoiceField label="Animation" of="animation" />
        <ChoiceField label="Notation" of="notation" />
      </section>
      <section aria-labelledby="playing">
        <h2 id="playing">Playing</h2>
        <TextField
          label="Your name"
          longest={kLongestName}
          value={settings.value.name}
          onChange={name => change('name', name)}
        />
        <ChoiceField label="Moving" of="method" />
        <SwitchField label="Show legal moves" of="targets" />
        <SwitchField label="Premoves" of="premove" />
        <SwitchField label="Always promote to a queen" of="autoQueen" />
        <SwitchField label="Ask before resigning" of="confirmResign" />
        <SwitchField label="Ask before offering a draw" of="confirmDraw" />
        <SwitchField label="Levels answer at once" of="fast" />
      </section>
      <section aria-labelledby="two">
        <h2 id="two">Two players</h2>
        <SwitchField label="Turn the board after each move" of="turnBoard" />
        <SwitchField label="Pieces face both sides" of="faceBoth" />
      </section>
      <section aria-labelledby="hearing">
        <h2 id="hearing">Hearing</h2>
        <SwitchField label="Sounds" of="sound" />
        <VolumeField />
        <SwitchField label="Speak moves" of="speech" />
        <ChoiceField label="Screen readers hear" of="announce" />
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">Keyboard</h2>
        <SwitchField label="Single-letter keys" of="shortcuts" />
      </section>
      {hello.value?.hasPeople && <DevicesSection />}
      <section aria-labelledby="all">
        <h2 id="all">All settings</h2>
        <Transfer />
        <p class="muted">Castellan {hello.value?.version}</p>
      </section>
    </div>
  );
}
