import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DocumentIdentity } from '#contract/file-name.ts';
import { isHandheld } from '../../viewer/platform.ts';
import { whenIdle } from '../../when-idle.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { keptMs } from './page-facts.ts';

/**
 * The chosen document once its file is there, so that its page can be drawn before the reader presses Search. It is
 * dropped after 30 s. The function fetches a document that was just chosen.
 */
export function usePrepared(
  chosen: DocumentIdentity | null,
): [DocumentIdentity | null, (document: DocumentIdentity) => void] {
  const client = useQueryClient();
  const [fetched, setFetched] = useState<DocumentIdentity | null>(null);

  useEffect(
    function dropInTime() {
      if (fetched === null) return;
      const timer = setTimeout(() => setFetched(null), keptMs);
      return () => clearTimeout(timer);
    },
    [fetched],
  );

  async function prepare(document: DocumentIdentity) {
    setFetched(null);
    if ((await fetchAhead(client, document, 1)) && mayDraw()) {
      whenIdle(async () => setFetched(document));
    }
  }
  return [fetched === chosen ? fetched : null, (document) => void prepare(document)];
}

/** Not on phones, whose memory is small and whose form lies over the document. */
function mayDraw(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !isHandheld() && connection?.saveData !== true && matchMedia('(width >= 768px)').matches;
}
