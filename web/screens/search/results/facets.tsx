import { type ReactNode, useId, useState } from 'react';
import { SlidersHorizontal, Square, SquareCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { SearchAnswer } from '#contract/search.ts';
import { Button } from '../../../ui/button/button.tsx';
import { type TextQuery, resultsAddress } from '../text-search.ts';
import styles from './facets.module.css';

type Counts = SearchAnswer['facets']['customer'];
type Props = { answer: SearchAnswer; query: TextQuery };

/** How many of a list are shown at first: the most frequent come first. */
const shownAtFirst = 8;

/** Narrows the results down; each shows how many there are. Behind a button where there is little room. */
export function Facets({ answer: { facets, total_is_least: isLeast }, query }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { customer, language, latest } = query;
  const chosen = [customer !== null, language !== null, latest].filter(Boolean).length;
  if (!hasFacets({ facets, total_is_least: isLeast }, query)) return null;
  return (
    <section aria-label="Filters" className={styles.facets}>
      <Button
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size="1rem" aria-hidden />
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      <div id={id} className={styles.lists} data-open={isOpen}>
        <Facet
          name="Customer"
          {...{ isLeast }}
          counts={facets.customer}
          chosen={customer}
          to={(value) => resultsAddress({ ...query, customer: value })}
        />
        <Facet
          name="Language"
          {...{ isLeast }}
          counts={facets.language}
          chosen={language}
          to={(value) => resultsAddress({ ...query, language: value })}
        />
        {narrowsToLatest({ facets, total_is_least: isLeast }, query) && (
          <FacetList name="Revision">
            <Choice
              name="Latest revision only"
              count={facets.latest}
              isLeast={isLeast}
              isChosen={latest}
              to={resultsAddress({ ...query, latest: !latest })}
            />
          </FacetList>
        )}
      </div>
    </section>
  );
}

type Counted = Pick<SearchAnswer, 'facets' | 'total_is_least'>;

/** Whether there is a filter that would leave some of the results and not others, or one to remove. */
export function hasFacets(answer: Counted, query: TextQuery): boolean {
  const { customer, language } = answer.facets;
  return (
    narrows(customer, query.customer) ||
    narrows(language, query.language) ||
    narrowsToLatest(answer, query)
  );
}

function narrows(counts: Counts, chosen: string | null): boolean {
  return chosen !== null || counts.length > 1;
}

function narrowsToLatest({ facets, total_is_least: isLeast }: Counted, query: TextQuery): boolean {
  if (query.latest) return true;
  const found = facets.customer.filter(
    ({ value }) => query.customer === null || value === query.customer,
  );
  const all = found.reduce((sum, { count }) => sum + count, 0);
  return facets.latest > 0 && (isLeast || facets.latest < all);
}

type FacetProps = {
  name: string;
  counts: Counts;
  isLeast: boolean;
  chosen: string | null;
  /** Where the results are with only this value, or with all. */
  to: (value: string | null) => string;
};

function Facet({ name, counts, isLeast, chosen, to }: FacetProps) {
  const [showsAll, setShowsAll] = useState(false);
  const all = withChosen(counts, chosen);
  const shown = showsAll ? all : all.slice(0, shownAtFirst);
  if (!narrows(counts, chosen)) return null;
  return (
    <FacetList name={name}>
      {shown.map(({ value, count }) => (
        <Choice
          key={value}
          name={value || 'No language'}
          count={count}
          isLeast={isLeast}
          isChosen={value === chosen}
          to={to(value === chosen ? null : value)}
        />
      ))}
      {all.length > shown.length && (
        <li>
          <button type="button" className={styles.choice} onClick={() => setShowsAll(true)}>
            Show all {all.length}
          </button>
        </li>
      )}
    </FacetList>
  );
}

/** What is chosen comes first, so that it can be removed even if it has no results. */
function withChosen(counts: Counts, chosen: string | null): Counts {
  if (chosen === null) return counts;
  const found = counts.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 };
  return [found, ...counts.filter(({ value }) => value !== chosen)];
}

function FacetList({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className={styles.name}>
        {name}
      </h2>
      <ul aria-labelledby={id} className={styles.list}>
        {children}
      </ul>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  count: number;
  isLeast: boolean;
  isChosen: boolean;
  to: string;
};

function Choice({ name, count, isLeast, isChosen, to }: ChoiceProps) {
  return (
    <li>
      <Link to={to} className={styles.choice} aria-current={isChosen ? 'true' : undefined}>
        {isChosen ? (
          <SquareCheck size="1.125rem" aria-label="remove" />
        ) : (
          <Square size="1.125rem" aria-hidden />
        )}
        <span className={styles.value}>{name}</span>
        <span className={styles.count}>
          {count.toLocaleString('en-GB')}
          {isLeast && '+'}
        </span>
      </Link>
    </li>
  );
}
