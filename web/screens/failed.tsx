import { useEffect } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useRouteError } from 'react-router';
import button from '../ui/button.module.css';
import { Empty } from '../ui/notice.tsx';

/** A screen that could not be loaded or drawn: after an update of the server, or offline. */
export function Failed() {
  const error = useRouteError();
  useEffect(
    function tellTheConsole() {
      console.error('A screen failed', error);
    },
    [error],
  );
  return (
    <main>
      <title>Something went wrong · EGD Library</title>
      <Empty
        icon={<TriangleAlert size="1.75rem" />}
        title="Something went wrong"
        text="This page could not be shown. Loading it again usually helps."
      >
        <button type="button" className={button.primary} onClick={() => window.location.reload()}>
          Reload
        </button>
      </Empty>
    </main>
  );
}
