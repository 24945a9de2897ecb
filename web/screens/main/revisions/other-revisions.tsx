import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { isSameDocument } from '../search-state.ts';
import styles from './other-revisions.module.css';
import { revisionAddress } from './revision-addresses.ts';
import { revisionsQuery } from './revisions-api.ts';

type Props = { customer: string; document: DocumentEntry };

/** Where a PDF is missing: the revisions that have one, and whom to ask. */
export function OtherRevisions({ customer, document }: Props) {
  const { data: revisions } = useQuery(revisionsQuery({ customer, ...document }));
  const others = (revisions?.data ?? []).filter(
    (revision) => revision.has_file && !isSameDocument(revision, document),
  );
  return (
    <div className={styles.others}>
      {others.length > 0 && (
        <>
          <p id="other-revisions">These revisions have a PDF:</p>
          <ul aria-labelledby="other-revisions">
            {others.map((revision) => (
              <li key={revision.document_id}>
                <Link to={revisionAddress(customer, revision)}>Rev. {revision.doc_rev}</Link>{' '}
                <RevisionStatusChip status={revision.status} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>Ask {document.modified_by_user}, who changed this entry last.</p>
    </div>
  );
}
