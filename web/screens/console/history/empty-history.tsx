import { History } from 'lucide-react';
import { Empty } from '../../../ui/feedback/notice.tsx';

export function EmptyHistory({ filtered }: { filtered: boolean }) {
  return (
    <Empty
      icon={<History size="1.75rem" />}
      title={filtered ? 'No changes match' : 'No history yet'}
      text={
        filtered
          ? 'Type the whole standard number; punctuation and capitals do not matter. Or clear a filter.'
          : 'Every change appears here, with its author, its time and the values before.'
      }
    />
  );
}
