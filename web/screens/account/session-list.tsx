import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import type { OwnSession } from '#contract/account.ts';
import { isSessionOver } from '../../api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { endOwnSessions, sessionsQuery } from './account-api.ts';
import styles from './account.module.css';

/** Where the user is signed in, and a way out of each. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery());
  const sessions = data?.data;
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function end(id?: string) {
    setFault(null);
    try {
      const { ended } = await endOwnSessions(id);
      await refetch();
      showToast(ended === 1 ? 'Session signed out.' : `${ended} sessions signed out.`);
      heading.current?.focus(); // the button that had it is gone
    } catch (cause) {
      if (isSessionOver(cause)) await revalidate();
      else setFault(`Couldn’t sign out: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1} translate="yes">
        Your sessions
      </h2>
      {fault !== null && <Alert>{fault}</Alert>}
      {error !== null && sessions === undefined && (
        <>
          <Alert>Couldn’t load the list: {error.message}</Alert>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      )}
      {error === null && sessions === undefined && <p className={styles.hint}>Loading…</p>}
      {sessions !== undefined && (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <Session key={session.id} session={session} onEnd={() => void end(session.id)} />
          ))}
        </ul>
      )}
      {sessions !== undefined && sessions.length > 2 && (
        <Button onClick={() => void end()}>Sign out everywhere else</Button>
      )}
    </section>
  );
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = session.device ?? 'Unknown browser';
  const address = session.address ?? 'an unknown address';
  return (
    <li className={styles.session}>
      <div>
        <p>
          <b>{device}</b> at {address}
        </p>
        <p className={styles.hint}>
          Signed in {timeOf(session.created_at)}; last used {timeOf(session.last_seen_at)}
        </p>
      </div>
      {session.is_this ? (
        <b className={styles.here}>This browser</b>
      ) : (
        <Button onClick={onEnd} aria-label={`Sign out ${device} at ${address}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

/** `14 Nov 2026, 10:32`, in the reader's own time zone. */
function timeOf(isoTime: string): string {
  return new Date(isoTime).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
