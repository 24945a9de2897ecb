import type { ComponentProps } from 'react';
import { verdictNames } from '#contract/cell-texts.ts';
import type { FileRow } from '../state/file-rows.ts';
import { CountChips } from '../grid/count-chips.tsx';

type Props = Pick<ComponentProps<typeof CountChips>, 'counts' | 'total' | 'chosen' | 'onChoose'>;

/** How many files have which verdict; choosing one shows those. */
export function VerdictChips(props: Props) {
  return <CountChips label="Verdicts" names={Object.values(verdictNames)} {...props} />;
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
