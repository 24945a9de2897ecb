import { useEffect } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button/button.tsx';
import { Empty } from '../ui/feedback/notice.tsx';

/** A screen that could not be loaded or drawn: after an update of the server, or offline. */
export function Failed() {
  const error = useRouteError();
  useEffect(
    function logError() {
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
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Empty>
    </main>
  );
}
