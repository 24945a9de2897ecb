import type { ReactNode } from 'react';
import { Button } from './button/button.tsx';

type Props = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  children: ReactNode;
};

/** Loads the next page of a list that grows at its end. */
export function MoreButton({ list, children }: Props) {
  if (!list.hasNextPage) return null;
  const isBusy = list.isFetchingNextPage;
  return (
    <Button aria-disabled={isBusy} onClick={() => isBusy || void list.fetchNextPage()}>
      {isBusy ? 'Loading…' : children}
    </Button>
  );
}
