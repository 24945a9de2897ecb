import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { everywhere, resultsAddress } from '../../search/sought.ts';
import { listMissedSearches } from '../console-api.ts';
import { formatTime } from '../format.ts';
import { Tool } from '../grid/toolbar.tsx';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import styles from './missed-searches.module.css';
import { MissingReferences } from './missing-references.tsx';

const titles = {
  sought: 'Sought and not found',
  cited: 'Cited but not in the library',
};

/** Opens the numbers that people sought and did not find, and those that standards cite: what the library may lack. */
export function MissedSearchesTool() {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<keyof typeof titles>('sought');
  return (
    <>
      <Tool icon={<SearchX size="1rem" aria-hidden />} onClick={() => setOpen(true)}>
        Not found…
      </Tool>
      {isOpen && (
        <Dialog title={titles[shown]} shape="side" onClose={() => setOpen(false)}>
          <p className={styles.choice}>
            {(['sought', 'cited'] as const).map((which) => (
              <Button
                key={which}
                aria-pressed={shown === which}
                className={styles.choose}
                onClick={() => setShown(which)}
              >
                {which === 'sought' ? 'Sought by readers' : 'Cited by standards'}
              </Button>
            ))}
          </p>
          {shown === 'sought' ? <MissedSearches /> : <MissingReferences />}
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
