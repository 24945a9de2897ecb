import type { MouseEvent } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import styles from './back-to-results.module.css';

/** Where a document was opened from: the query of the results, and their place in the history. */
type From = { results: string; at: number };

/** What a link of the results hands on to the document that it opens. */
export function fromResults(search: string): From {
  return { results: search, at: historyIndex() };
}

/** The way back to the results from which this document was opened; nothing when it was not. */
export function BackToResults() {
  const navigate = useNavigate();
  // Only links of the results have a state.
  const from = useLocation().state as From | null;
  if (from?.results === undefined) return null;

  function goBack(event: MouseEvent) {
    const steps = from === null ? 0 : from.at - historyIndex();
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isPlain || steps >= 0) return; // another tab, or a page that was reloaded: the link opens them anew
    event.preventDefault();
    void navigate(steps); // to the results as they were left
  }

  return (
    <Link to={{ pathname: '/main', search: from.results }} onClick={goBack} className={styles.back}>
      <ArrowLeft size="1rem" aria-hidden />
      Back to the results
    </Link>
  );
}

/** The router keeps it with each entry of the history. */
function historyIndex(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? 0;
}
