import { type ReactNode, useMemo } from 'react';
import { Filter, SearchX } from 'lucide-react';
import type { Arrangement } from '#contract/arrangement.ts';
import { mostLettersOfNarrowing, mostRowsShown } from '#contract/calls.ts';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { FilterBar, FilterChoice, FilterInput } from '../../../ui/filter-bar.tsx';
import { formatCount } from '../format.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { type NarrowingParams, nothingNarrowed } from '../state/narrowing.ts';
import { useCustomers } from '../state/use-customers.ts';
import styles from './narrowed.module.css';

type Props = {
  noun: string;
  /** How many there are. */
  total: number;
  params: NarrowingParams;
  onNarrow: (params: NarrowingParams) => void;
  /** What a status or verdict is called, by its code. */
  codes: { label: string; names: Readonly<Record<string, string>> };
  /** Where the text is looked for. */
  hint: string;
  /** The rows that are shown. */
  store: { snapshot: () => { arrangement: Arrangement }; arrange: (by: Arrangement) => void };
  /** The query of what matches, which gives how many. */
  list: Parameters<typeof loadingOrFailed>[0] & { data: number | null | undefined };
  /** The grid; `empty` stands in its place while it has no rows. */
  children: (shown: { found: number | null; isLoading: boolean; empty: ReactNode }) => ReactNode;
};

/** A library that is too large for a browser: what is shown of it, and how many match. */
export function Narrowed(props: Props) {
  const { noun, total, params, codes, hint, store, list, children } = props;
  const isNarrowed = Object.values(params).some((value) => value.trim() !== '');
  const customers = useCustomers();
  // There may be thousands: they are not made again for every letter that is typed.
  const customerOptions = useMemo(
    () =>
      customers.map(({ id, customer, documents }) => (
        <option key={id} value={id}>
          {customer} ({documents.toLocaleString('en')})
        </option>
      )),
    [customers],
  );
  function narrow(next: NarrowingParams) {
    store.arrange({ ...store.snapshot().arrangement, filters: {} }); // they would hide what matches
    props.onNarrow(next);
  }
  const set = (name: keyof NarrowingParams) => (value: string) =>
    narrow({ ...params, [name]: value.slice(0, mostLettersOfNarrowing) });
  const found = list.data ?? null;
  const isLoading = list.data === undefined;
  const tooMany = (
    <Empty
      icon={<Filter size="1.75rem" />}
      title={`${formatCount(total, noun)}: too many to show at once`}
      text={`Type a text above, or choose a customer or ${codes.label.toLowerCase()}.`}
    />
  );
  const nothing = (
    <Empty
      icon={<SearchX size="1.75rem" />}
      title="Nothing matches"
      text="Try fewer or other words, or clear a filter above."
    />
  );
  return (
    <>
      <div className={styles.bar}>
        <FilterBar
          name={`Narrow the ${noun}s`}
          clear="Clear"
          isFiltered={isNarrowed}
          onClear={() => narrow(nothingNarrowed)}
        >
          <FilterInput label={hint} type="text" value={params.text} onChange={set('text')} />
          <FilterChoice label="Customer" value={params.customer} onChange={set('customer')}>
            {customerOptions}
          </FilterChoice>
          <FilterChoice label={codes.label} value={params.code} onChange={set('code')}>
            {Object.entries(codes.names).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </FilterChoice>
        </FilterBar>
        <output className={styles.found}>{foundText(noun, found, isLoading)}</output>
      </div>
      {isLoading && list.failureReason !== null
        ? loadingOrFailed(list, `${noun}s`)
        : children({ found, isLoading, empty: isNarrowed ? nothing : tooMany })}
    </>
  );
}

function foundText(noun: string, found: number | null, isLoading: boolean): string {
  if (isLoading) return 'Searching…';
  if (found === null) return '';
  const match = `${formatCount(found, noun)} ${found === 1 ? 'matches' : 'match'}.`;
  if (found <= mostRowsShown) return match;
  return `${match} The first ${mostRowsShown.toLocaleString('en')} are shown. Narrow the list to see the others.`;
}
