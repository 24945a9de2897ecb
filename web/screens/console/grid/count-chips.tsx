import styles from './count-chips.module.css';

type Props = {
  label: string;
  /** What rows can be called, in the order of the chips. */
  names: readonly string[];
  counts: Readonly<Record<string, number>>;
  total: number;
  /** The name that the filter says; empty for all. */
  chosen: string;
  onChoose: (name: string) => void;
};

/** How many rows are called what; choosing a name shows those. */
export function CountChips({ label, names, counts, total, chosen, onChoose }: Props) {
  const chips = [
    { name: '', text: 'All', count: total },
    ...names.map((name) => ({ name, text: name, count: counts[name] ?? 0 })),
  ];
  return (
    <fieldset aria-label={label} className={styles.chips}>
      {chips
        .filter(({ name, count }) => name === '' || name === chosen || count > 0)
        .map(({ name, text, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(name)}
          >
            {text} <span>{count.toLocaleString('en')}</span>
          </button>
        ))}
    </fieldset>
  );
}
