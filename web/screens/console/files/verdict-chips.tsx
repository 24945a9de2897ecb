import { verdictNames } from '#contract/sheet-texts.ts';
import { verdicts } from '#contract/upload-status.ts';
import type { FileRow } from './file-rows.ts';
import styles from './verdict-chips.module.css';

type Props = {
  /** By the names of verdicts. */
  counts: Readonly<Record<string, number>>;
  total: number;
  /** The name of a verdict; empty for all. */
  chosen: string;
  onChoose: (verdict: string) => void;
};

/** How many files have which verdict; choosing one shows those. */
export function VerdictChips({ counts, total, chosen, onChoose }: Props) {
  const names = verdicts.map((verdict) => verdictNames[verdict]);
  const chips = [
    { name: '', label: 'All', count: total },
    ...names.flatMap((name) => {
      const count = counts[name] ?? 0;
      return count === 0 ? [] : { name, label: name, count };
    }),
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

/** How many files have which verdict, by its name. */
export function countVerdicts(files: Iterable<FileRow>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { saved } of files) {
    if (saved === null) continue;
    const name = verdictNames[saved.verdict];
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
