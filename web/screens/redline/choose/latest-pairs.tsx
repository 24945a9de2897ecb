import { useQuery } from '@tanstack/react-query';
import { changesAddress } from '../../main/revisions/revision-addresses.ts';
import { EntryLink } from '../../search/entry-link.tsx';
import { startQuery } from '../../search/search-api.ts';
import lists from '../../search/start.module.css';

/** Of the standards that this reader opened last, and of new ones: what the latest revision changed. */
export function LatestPairs() {
  const { data } = useQuery(startQuery());
  if (data === undefined || data.pairs.length === 0) return null;
  return (
    <section aria-label="Latest against previous">
      <h2 className={lists.heading}>Latest against previous</h2>
      <ul className={lists.list}>
        {data.pairs.map(({ entry, previous }) => {
          const to = changesAddress(entry.customer, previous, entry);
          return (
            <li key={to}>
              <EntryLink entry={entry} to={to}>
                compared with Rev. {previous.doc_rev}
              </EntryLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
