import { useQuery } from '@tanstack/react-query';
import { FileDiff, FileX } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '#contract/pages.ts';
import { Button } from '../../ui/button/button.tsx';
import { Empty } from '../../ui/feedback/notice.tsx';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { type RedlineAddress, wordsOfName } from './address.ts';
import styles from './comparison.module.css';
import { type Sides, failureOf, isProgress, redlineQuery, wordsOfProgress } from './redline-api.ts';
import { ShownRedline } from './shown-redline.tsx';

type Props = { asked: RedlineAddress; sides: Sides };

/** The redline of two documents; until it is there, how far it is, or why there is none. */
export function Comparison({ asked, sides }: Props) {
  const query = useQuery(redlineQuery(sides));
  const { data, failureReason } = query;
  if (data !== undefined && !isProgress(data)) {
    return <ShownRedline redline={data} asked={asked} sides={sides} />;
  }
  return (
    <Awaited sides={sides}>
      {failureReason === null ? (
        <Empty
          icon={<FileDiff size="1.75rem" />}
          title="Comparing the documents"
          text={data === undefined ? 'Starting comparison…' : wordsOfProgress(data)}
        >
          <progress
            className={styles.progress}
            aria-label="Progress of the comparison"
            {...(data === undefined || data.step === 'waiting' ? {} : { value: data.done })}
          />
        </Empty>
      ) : (
        <NoComparison failure={failureReason} retry={() => void query.refetch()} />
      )}
    </Awaited>
  );
}

function Awaited({ sides, children }: { sides: Sides; children: React.ReactNode }) {
  const heading = useHeadingFocus();
  return (
    <div className={styles.page}>
      <title>What changed · EGD Library</title>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        What changed
      </h1>
      <p className={styles.names}>
        <span>{wordsOfName(sides.from)}</span> → <span>{wordsOfName(sides.to)}</span>
      </p>
      <div aria-live="polite">{children}</div>
    </div>
  );
}

function NoComparison({ failure, retry }: { failure: unknown; retry: () => void }) {
  const { title, text } = failureOf(failure);
  return (
    <Empty icon={<FileX size="1.75rem" />} title={title} text={text}>
      <Button onClick={retry}>Try again</Button>
      <Link to={pages.redline}>Choose other documents</Link>
    </Empty>
  );
}
