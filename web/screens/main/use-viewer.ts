import { useEffect, useState } from 'react';
import { importViewer } from '../../viewer/load-viewer.ts';
import type { Viewer as ViewerComponent } from '../../viewer/viewer.tsx';

let loaded: typeof ViewerComponent | null = null;

export async function loadViewer(): Promise<typeof ViewerComponent> {
  const { Viewer, startWorker } = await importViewer();
  startWorker();
  loaded = Viewer;
  return Viewer;
}

/**
 * The viewer; null while its code is loaded. React's `lazy` would show its fallback for 300 ms even if
 * the code is there already, and a document opens sooner than that.
 */
export function useViewer(): typeof ViewerComponent | null {
  const [viewer, setViewer] = useState(() => loaded);
  useEffect(
    function loadIfNeeded() {
      if (viewer !== null) return;
      loadViewer().then(
        (component) => setViewer(() => component),
        (error: unknown) =>
          setViewer(() => {
            throw error; // the error boundary says that the screen cannot be loaded
          }),
      );
    },
    [viewer],
  );
  return viewer;
}
