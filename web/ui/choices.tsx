import type { CSSProperties } from 'react';
import styles from './choices.module.css';

type SwatchesProps = {
  colours: readonly { name: string; value: string }[];
  value: string;
  choose: (value: string) => void;
};

/** A colour among a few. */
export function Swatches({ colours, value, choose }: SwatchesProps) {
  return (
    <span role="radiogroup" aria-label="Colour" className={styles.swatches}>
      {colours.map((colour) => (
        <label key={colour.value} className={styles.swatch} title={colour.name}>
          <input
            type="radio"
            aria-label={colour.name}
            checked={colour.value === value}
            onChange={() => choose(colour.value)}
            style={{ '--colour': colour.value } as CSSProperties} // React's types know no custom properties
          />
        </label>
      ))}
    </span>
  );
}

type ChoicesProps<V extends string> = {
  label: string;
  options: readonly { value: V; name: string }[];
  value: V;
  choose: (value: V) => void;
};

export function Choices<V extends string>({ label, options, value, choose }: ChoicesProps<V>) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      // Only what is offered can be chosen.
      onChange={({ currentTarget }) => choose(currentTarget.value as V)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
