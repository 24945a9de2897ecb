import { useEffect, useState } from 'react';
import type * as revisions from './revisions/revisions.ts';

type Parts = typeof revisions;

/** What is shown of revisions; null until its code is loaded, which is after the first paint. */
export function useRevisionParts(): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null);
  useEffect(function load() {
    import('./revisions/revisions.ts').then(setParts, (error: unknown) =>
      setParts(() => {
        throw error; // the error boundary says that the screen cannot be loaded
      }),
    );
  }, []);
  return parts;
}
