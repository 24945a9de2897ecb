import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { StandardName } from '#contract/revisions.ts';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { Message, NoDocumentFound, PageOutline } from '../document-area.tsx';
import { dayInWords } from './day.ts';
import styles from './latest-revision.module.css';
import { revisionAddress } from './revision-addresses.ts';
import { latestText } from './revision-notice.ts';
import { learnOf, revisionsQuery } from './revisions-api.ts';

type Props = {
  standard: StandardName;
  onShow: (shown: 'viewer' | 'message') => void;
  takeFocus: () => boolean;
};

/** An address that names a standard and no revision: it leads on to the latest, if it is known which that is. */
export function LatestRevision({ standard, onShow, takeFocus }: Props) {
  const place = placeIn(useLocation().search);
  const { customer } = standard;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: revisions, error, refetch } = useQuery(revisionsQuery(standard));
  const latest = revisions === undefined ? undefined : latestText(revisions);

  useEffect(
    function openLatest() {
      if (latest === undefined) return;
      let isWanted = true;
      const open = async () => {
        await learnOf(client, customer, [latest]);
        if (isWanted) await navigate(revisionAddress(customer, latest) + place, { replace: true });
      };
      void open();
      return () => {
        isWanted = false;
      };
    },
    [client, navigate, customer, latest, place],
  );

  if (error !== null && revisions === undefined) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <Message {...{ onShow, takeFocus }}>
          <NoDocumentFound />
        </Message>
      );
    }
    return (
      <Message {...{ onShow, takeFocus }}>
        <Empty
          icon={<FileQuestion size="1.75rem" />}
          title="The latest revision is unknown"
          text="The server did not answer. Try again in a moment, or choose the revision in the form."
        >
          <Button onClick={() => void refetch()}>Try again</Button>
        </Empty>
      </Message>
    );
  }
  if (revisions === undefined || latest !== undefined) return <PageOutline />;
  return (
    <Message {...{ onShow, takeFocus }}>
      <Empty
        icon={<FileQuestion size="1.75rem" />}
        title={`Which revision of ${standard.doc_num}?`}
        text="The latest of them is unknown. Choose one, or ask your librarian."
      >
        <ul className={styles.list}>
          {revisions.data.map((revision) => (
            <li key={revision.document_id}>
              <Link to={revisionAddress(customer, revision) + place}>
                <b>Rev. {revision.doc_rev}</b>
                {revision.issued_on !== null && `, issued ${dayInWords(revision.issued_on)}`}
              </Link>
            </li>
          ))}
        </ul>
      </Empty>
    </Message>
  );
}

/** Page and words to mark, of the address that named the standard. */
function placeIn(query: string): string {
  const given = new URLSearchParams(query);
  const place = new URLSearchParams();
  for (const name of ['page', 'find']) {
    for (const value of given.getAll(name)) place.append(name, value);
  }
  return place.size === 0 ? '' : `&${place}`;
}
