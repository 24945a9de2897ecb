import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { everywhere, resultsAddress } from '../../search/sought.ts';
import { listMissedSearches } from '../console-api.ts';
import { formatTime } from '../format.ts';
import { Tool } from '../grid/toolbar.tsx';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import styles from './missed-searches.module.css';

/** Opens the list of numbers that people sought and did not find: what the library may lack. */
export function MissedSearchesTool() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool icon={<SearchX size="1rem" aria-hidden />} onClick={() => setOpen(true)}>
        Not found…
      </Tool>
      {isOpen && (
        <Dialog title="Sought and not found" shape="side" onClose={() => setOpen(false)}>
          <MissedSearches />
        </Dialog>
      )}
    </>
  );
}

function MissedSearches() {
  const list = useQuery({
    queryKey: ['missed-searches'],
    queryFn: ({ signal }) => listMissedSearches(signal),
    staleTime: 0,
  });
  const placeholder = loadingOrFailed(list, 'searches');
  if (placeholder !== null) return placeholder;
  const searches = list.data?.data ?? [];
  if (searches.length === 0) {
    return (
      <Empty
        icon={<SearchX size="1.75rem" />}
        title="Nothing was sought in vain"
        text="Numbers that readers search for and do not find are counted here, without who sought them."
      />
    );
  }
  return (
    <>
      <p>
        Numbers that readers searched for and did not find, without their signs. Nothing else of a
        search is kept, nor who made it.
      </p>
      <table className={styles.searches}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Times</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {searches.map(({ code, times, last_at }) => (
            <tr key={code}>
              <td>
                <Link to={resultsAddress({ ...everywhere, q: code })}>{code}</Link>
              </td>
              <td>{times}</td>
              <td>{formatTime(last_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
