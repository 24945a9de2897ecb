import { verdictNames } from '#contract/sheet-texts.ts';
import { verdicts } from '#contract/upload-status.ts';
import type { FileRow } from './file-rows.ts';
import styles from './verdict-chips.module.css';

type Props = {
  rows: readonly FileRow[];
  /** The name of a verdict; empty for all. */
  chosen: string;
  onChoose: (verdict: string) => void;
};

/** How many files have which verdict; choosing one shows those. */
export function VerdictChips({ rows, chosen, onChoose }: Props) {
  const counts = new Map<string | undefined, number>();
  for (const { saved } of rows) {
    counts.set(saved?.verdict, (counts.get(saved?.verdict) ?? 0) + 1);
  }
  const found = verdicts.filter((verdict) => counts.has(verdict));
  const chips = [
    { name: '', label: 'All', count: rows.length },
    ...found.map((verdict) => ({
      name: verdictNames[verdict],
      label: verdictNames[verdict],
      count: counts.get(verdict) ?? 0,
    })),
  ];
  return (
    <fieldset aria-label="Verdicts" className={styles.chips}>
      {chips.map(({ name, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {label} <span>{count.toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  );
}
