import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useOutletContext } from 'react-router';
import { pdfFileName } from '#contract/file-name.ts';
import type { FoundEntry } from '#contract/search.ts';
import type { News, Start as StartAnswer } from '#contract/start.ts';
import { useSession } from '../../session.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { shownKeys } from '../../ui/commands.ts';
import { recallPlace } from '../main/last-place.ts';
import { changesAddress } from '../main/revisions/revision-addresses.ts';
import { queryOfSearch } from '../main/search-state.ts';
import { EntryLink } from './entry-link.tsx';
import styles from './start.module.css';
import { quickOpenQuery, startQuery } from './search-api.ts';
import { documentAddress } from './text-search.ts';

const mostRecent = 5;

/** Below the invitation to search: what this reader opened, what is new, and the customers. */
export function Start() {
  const openQuickOpen = useOutletContext<() => void>();
  const recent = useQuery(quickOpenQuery(''));
  const start = useQuery(startQuery());
  // All at once, so that nothing of it moves.
  const isSettled = [recent, start].every(({ data, failureReason }) => data ?? failureReason);
  return (
    <div className={styles.start}>
      <p className={styles.quick}>
        Do you know its number or title?
        <IconButton onClick={openQuickOpen}>
          Quick open <kbd className={styles.key}>{shownKeys('quickOpen')[0]}</kbd>
        </IconButton>
      </p>
      {isSettled && (
        <div className={styles.sections}>
          <Recent entries={recent.data?.q === '' ? recent.data.data : []} />
          <NewRevisions news={start.data?.news ?? []} />
          {start.data !== undefined && <Customers {...start.data} />}
        </div>
      )}
    </div>
  );
}

function Section({ name, children }: { name: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={name}>
      <h3 className={styles.heading}>{name}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

/** The document that was open last comes first, and opens on its page. */
function Recent({ entries }: { entries: FoundEntry[] }) {
  const { username } = useSession();
  const place = recallPlace(username);
  const isLast = (entry: FoundEntry) => pdfFileName(entry) === place?.file;
  const lastFirst = entries.toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)));
  return (
    <Section name="Recently opened">
      {lastFirst.slice(0, mostRecent).map((entry) => {
        const page = place !== null && place.page > 1 && isLast(entry) ? place.page : null;
        const to = documentAddress(entry, page === null ? undefined : { page });
        return (
          <li key={to}>
            <EntryLink entry={entry} to={to}>
              {page !== null && `You were on page ${page}`}
            </EntryLink>
          </li>
        );
      })}
    </Section>
  );
}

function NewRevisions({ news }: { news: News[] }) {
  return (
    <Section name="New revisions">
      {news.map((one) => (
        <li key={JSON.stringify(one)}>
          {'entry' in one ? (
            <>
              <EntryLink entry={one.entry} to={documentAddress(one.entry)}>
                added {dayOf(one.added_at)}
              </EntryLink>
              {one.previous !== null && (
                <Link to={changesAddress(one.entry.customer, one.previous, one.entry)}>
                  What changed
                </Link>
              )}
            </>
          ) : (
            <p>
              <b>
                {one.is_least && 'More than '}
                {one.count.toLocaleString('en-GB')} documents
              </b>{' '}
              of {one.customer ?? 'several customers'}, added {dayOf(one.added_at)} at once
            </p>
          )}
        </li>
      ))}
    </Section>
  );
}

function Customers({ customers, customers_total }: StartAnswer) {
  return (
    <section aria-label="Customers" className={styles.customers}>
      <h3 className={styles.heading}>Customers</h3>
      <ul>
        {customers.map(({ customer, documents }) => (
          <li key={customer}>
            <Link to={`/main${queryOfSearch({ customer, searched: null })}`} onClick={focusHeading}>
              {customer} <span>{documents.toLocaleString('en-GB')}</span>
            </Link>
          </li>
        ))}
        {customers_total > customers.length && (
          <li>All {customers_total.toLocaleString('en-GB')} are in Customer Name.</li>
        )}
      </ul>
    </section>
  );
}

/** The form has the customer now, and may be out of sight. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** `19 Nov`, in the reader's own time zone. */
function dayOf(isoTime: string): string {
  return shortDay.format(new Date(isoTime));
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
