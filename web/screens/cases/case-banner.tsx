import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Case } from '#contract/cases.ts';
import { type DocumentIdentity, redlineName } from '#contract/file-name.ts';
import { pageOfCase } from '#contract/pages.ts';
import { whenIdle } from '../../when-idle.ts';
import { dayInWords } from '../main/revisions/day.ts';
import styles from './case-banner.module.css';
import { caseOfQuery } from './cases-api.ts';
import { isPending } from './due-words.ts';

type Props = { customer: string; document: DocumentIdentity };

/** Above the page of a revision whose review is not signed, or that is not implemented yet. */
export function CaseBanner({ customer, document }: Props) {
  const [isIdle, setIdle] = useState(false);
  // The page comes first.
  useEffect(() => whenIdle(async () => setIdle(true)), []);
  const { data } = useQuery({
    ...caseOfQuery(redlineName({ ...document, customer })),
    enabled: isIdle,
  });
  const words = data == null ? null : bannerWords(data);
  if (data == null || words === null) return null;
  return (
    <p className={styles.banner} data-late={data.is_late && isPending(data)}>
      <ClipboardCheck size="1.125rem" aria-hidden />
      <span>{words}</span>
      <Link to={pageOfCase(data.id)}>Open the case</Link>
    </p>
  );
}

/** What a reader of this revision has to know of its case; null: nothing. */
export function bannerWords(of: Case): string | null {
  const owner = of.owner_name === null ? '' : ` Owner: ${of.owner_name}.`;
  const subject = of.reason === 'revision' ? `Rev. ${of.doc_rev}` : of.doc_num;
  if (isPending(of)) {
    const due = `${of.is_late ? 'was due' : 'due'} ${dayInWords(of.due_on)}`;
    return of.reason === 'order'
      ? `A librarian sets the revision order of ${subject}, ${due}.${owner}`
      : `${subject} is under review, ${due}.${owner}`;
  }
  const isToDo = of.state === 'reviewed' && of.verdict !== 'no_impact';
  return isToDo ? `${subject} was reviewed and is not implemented yet.${owner}` : null;
}
