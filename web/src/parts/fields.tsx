// Small form fields that several screens use.
import type { ComponentChildren } from 'preact';

export interface Choice {
  value: string;
  name: ComponentChildren;
  note?: string;
}

interface RadioCardsProps {
  legend: string;
  group: string; // the name that makes them one group
  choices: Choice[];
  value: string;
  onChange(value: string): void;
  kind?: string; // a class for the layout
}

export function RadioCard(props: Choice & { group: string; isOn: boolean; onChoose(): void }) {
  return (
    <label class="card">
      <input
        type="radio"
        name={props.group}
        value={props.value}
        checked={props.isOn}
        onChange={props.onChoose}
      />
      <span class="card-face">
        <span class="card-name">{props.name}</span>
        {props.note && <span class="card-note"> {props.note}</span>}
      </span>
    </label>
  );
}

export function RadioCards({ legend, group, choices, value, onChange, kind }: RadioCardsProps) {
  return (
    <fieldset class={`radio-cards ${kind ?? ''}`}>
      <legend>{legend}</legend>
      <div class="cards">
        {choices.map(choice => (
          <RadioCard
            key={choice.value}
            {...choice}
            group={group}
            isOn={choice.value === value}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  longest?: number;
  isRequired?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, placeholder, longest = 60, isRequired = false } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        value={value}
        maxLength={longest}
        required={isRequired}
        placeholder={placeholder ?? ''}
        autocomplete="off"
        spellcheck={false}
        onInput={event => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface SelectFieldProps {
  label: string;
  value: string;
  choices: { value: string; name: string }[];
  onChange(value: string): void;
}

export function SelectField({ label, value, choices, onChange }: SelectFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={event => onChange(event.currentTarget.value)}>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  most: number;
  step?: number;
  onChange(value: number): void;
}

export function NumberField({ label, value, most, step = 1, onChange }: NumberFieldProps) {
  return (
    <label class="field number">
      <span>{label}</span>
      <input
        type="number"
        min="0"
        max={most}
        step={step}
        value={value}
        required
        onInput={event => {
          const wanted = event.currentTarget.valueAsNumber; // NaN while the field is empty
          if (wanted >= 0 && wanted <= most) onChange(wanted);
        }}
      />
    </label>
  );
}

export function Switch(props: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={event => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
