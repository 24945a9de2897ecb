import { useEffect, useState } from 'react';
import type { Viewer as ViewerComponent } from '../../viewer/viewer.tsx';

let loaded: typeof ViewerComponent | null = null;

export async function loadViewer(): Promise<typeof ViewerComponent> {
  const { Viewer, startWorker } = await import('../../viewer/viewer.tsx');
  startWorker();
  loaded = Viewer;
  return Viewer;
}

/**
 * The viewer, null while it is fetched. Not by `lazy`: even when all is there, React shows what
 * stands in for a lazy component for 300 ms, longer than a document takes to open.
 */
export function useViewer(): typeof ViewerComponent | null {
  const [viewer, setViewer] = useState(() => loaded);
  useEffect(
    function fetchViewer() {
      if (viewer !== null) return;
      loadViewer().then(
        (fetched) => setViewer(() => fetched),
        (error: unknown) =>
          setViewer(() => {
            throw error; // to the error boundary, as a screen that cannot be loaded
          }),
      );
    },
    [viewer],
  );
  return viewer;
}
