import { useMemo } from 'react';
import { mostLettersOfNarrowing, mostRowsShown } from '#contract/calls.ts';
import { FilterBar, FilterChoice, FilterInput } from '../../../ui/filter-bar.tsx';
import { Filter, SearchX } from 'lucide-react';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { formatCount } from '../format.ts';
import { type NarrowingParams, nothingNarrowed } from '../state/narrowing.ts';
import { useCustomers } from '../state/use-customers.ts';
import styles from './narrowing-bar.module.css';

type Props = {
  noun: string;
  params: NarrowingParams;
  onChange: (params: NarrowingParams) => void;
  /** What a status or verdict is called, by its code. */
  codes: { label: string; names: Readonly<Record<string, string>> };
  /** Where the text is looked for. */
  hint: string;
  /** How many match; null before it is known. */
  found: number | null;
  isPending: boolean;
};

/** Above a grid of a library that is too large for a browser: what is shown of it, and how many match. */
export function NarrowingBar({ noun, params, onChange, codes, hint, found, isPending }: Props) {
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
  const set = (name: keyof NarrowingParams) => (value: string) =>
    onChange({ ...params, [name]: value.slice(0, mostLettersOfNarrowing) });
  return (
    <div className={styles.bar}>
      <FilterBar
        name={`Narrow the ${noun}s`}
        clear="Clear"
        isFiltered={Object.values(params).some((value) => value !== '')}
        onClear={() => onChange(nothingNarrowed)}
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
      <output className={styles.found}>{foundText(noun, found, isPending)}</output>
    </div>
  );
}

/** In place of rows that nobody has narrowed yet. */
export function TooMany({ what, code }: { what: string; code: string }) {
  return (
    <Empty
      icon={<Filter size="1.75rem" />}
      title={`${what}: too many to show at once`}
      text={`Type a text above, or choose a customer or ${code}.`}
    />
  );
}

export function NothingMatches() {
  return (
    <Empty
      icon={<SearchX size="1.75rem" />}
      title="Nothing matches"
      text="Try fewer or other words, or choose less above."
    />
  );
}

function foundText(noun: string, found: number | null, isPending: boolean): string {
  if (isPending) return 'Searching…';
  if (found === null) return '';
  const match = `${formatCount(found, noun)} ${found === 1 ? 'matches' : 'match'}.`;
  if (found <= mostRowsShown) return match;
  return `${match} The first ${mostRowsShown.toLocaleString('en')} are shown: narrow further to see the others.`;
}
