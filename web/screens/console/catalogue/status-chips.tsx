import { useMemo, useSyncExternalStore } from 'react';
import { statusNames } from '#contract/cell-texts.ts';
import type { DocumentStore } from '../state/console-data.ts';
import { CountChips } from '../grid/count-chips.tsx';
import type { DocumentRow } from '../state/document-rows.ts';

/** How many standard numbers have which upload status; choosing one shows those. */
export function StatusChips({ store }: { store: DocumentStore }) {
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const { arrangement, count } = snapshot;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another snapshot has other rows
  const counts = useMemo(() => countStatuses(store.all()), [store, snapshot]);
  if (count === 0) return null;
  return (
    <CountChips
      label="Upload Status"
      names={Object.values(statusNames)}
      counts={counts}
      total={count}
      chosen={arrangement.filters['status'] ?? ''}
      onChoose={(status) =>
        store.arrange({ ...arrangement, filters: { ...arrangement.filters, status } })
      }
    />
  );
}

function countStatuses(rows: Iterable<DocumentRow>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { saved } of rows) {
    if (saved === null) continue;
    const name = statusNames[saved.status.code];
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
