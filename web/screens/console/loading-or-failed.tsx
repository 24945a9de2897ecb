import type { ReactNode } from 'react';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import button from '../../ui/button.module.css';
import { Empty } from '../../ui/notice.tsx';
import { messageOf } from './format.ts';

type Asked = {
  isSuccess: boolean;
  failureReason: unknown;
  refetch: () => Promise<unknown>;
};

/** A list that is on its way, or that cannot be read; null once it is there. */
export function loadingFace(list: Asked, what: string): ReactNode {
  if (list.isSuccess) return null;
  if (list.failureReason === null) {
    return (
      <Empty icon={<LoaderCircle size="1.75rem" />} title={`Loading ${what}`} text="One moment." />
    );
  }
  return (
    <Empty
      icon={<TriangleAlert size="1.75rem" />}
      title={`The ${what} cannot be read`}
      text={`${messageOf(list.failureReason)} It is tried again by itself.`}
    >
      <button type="button" className={button.primary} onClick={() => void list.refetch()}>
        Try again
      </button>
    </Empty>
  );
}
