import { useEffect } from 'react';
import { TriangleAlert } from 'lucide-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '../ui/button/button.tsx';
import { Empty } from '../ui/feedback/notice.tsx';
import { NotFound } from './not-found.tsx';

/** An address without a screen, or a screen that failed. */
export function Failed() {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  return isUnknown ? <NotFound /> : <ScreenFailed error={error} />;
}

/** A screen that could not be loaded or drawn: after an update of the server, or offline. */
function ScreenFailed({ error }: { error: unknown }) {
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
        isScreen
        icon={<TriangleAlert size="1.75rem" />}
        title="Something went wrong"
        text="The page failed to load. Reload it."
      >
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Empty>
    </main>
  );
}
