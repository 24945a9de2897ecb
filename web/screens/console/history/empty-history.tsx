import { History } from 'lucide-react';
import { Empty } from '../../../ui/feedback/notice.tsx';

export function EmptyHistory({ filtered }: { filtered: boolean }) {
  return (
    <Empty
      icon={<History size="1.75rem" />}
      title={filtered ? 'No change is like this' : 'No history yet'}
      text={
        filtered
          ? 'Clear a filter to see more. A standard number must be written whole; signs and capitals do not matter.'
          : 'Every change from now on is listed here: who, when, what, before and after.'
      }
    />
  );
}
