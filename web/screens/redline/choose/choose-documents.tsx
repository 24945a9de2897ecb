import { useHeadingFocus } from '../../../ui/heading-focus.ts';
import page from '../../text-page.module.css';
import styles from './choose-documents.module.css';
import { LatestPairs } from './latest-pairs.tsx';
import { SidesForm } from './sides-form.tsx';

/** Which two documents are to be compared. */
export function ChooseDocuments({ from, to }: { from: string | null; to: string | null }) {
  const heading = useHeadingFocus();
  return (
    <article className={page.page}>
      <title>Compare two documents · EGD Library</title>
      <h1 ref={heading} tabIndex={-1}>
        Compare two documents
      </h1>
      <p className={page.lead}>
        See the changes between two revisions of a standard, or between any two documents.
      </p>
      <div className={styles.form}>
        <SidesForm from={from} to={to} />
        <LatestPairs />
      </div>
    </article>
  );
}
