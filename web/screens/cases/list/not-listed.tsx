import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { LoadingLine } from '../../../ui/feedback/sheet-outline.tsx';
import { reasonOf } from '../../search/search-api.ts';
import styles from './cases.module.css';

type List = { failureReason: unknown; refetch: () => Promise<unknown> };

/** A list that is loading, or could not be read. */
export function NotListed({ list }: { list: List }) {
  if (list.failureReason === null) {
    return (
      <div className={styles.waiting}>
        <LoadingLine name="Loading the list" words="Still loading the list…" />
      </div>
    );
  }
  return (
    <Empty
      icon={<TriangleAlert size="1.75rem" />}
      title="Couldn’t load the list"
      text={reasonOf(list.failureReason)}
    >
      <Button variant="primary" onClick={() => void list.refetch()}>
        Try again
      </Button>
    </Empty>
  );
}
