import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import { noLanguage } from '#contract/file-name.ts';
import { isOrdered } from '#contract/revision-words.ts';
import type { listRevisions, Revision } from '#contract/revisions.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useConsole } from '../state/console-context.ts';
import { questionInWords } from './revision-dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { StandardDialog, WaitingDialog } from './standard-dialog.tsx';
import styles from './standards.module.css';
import { consoleApi } from '../console-api.ts';
import { standardQuery } from './standards-api.ts';

type Revisions = Static<(typeof listRevisions)['response']>;
type Props = { document: ManagedDocument; onClose: () => void };

/** Lets a librarian say which revision is newer, whatever their labels say. */
export function OrderDialog({ document, onClose }: Props) {
  const { customer, doc_num, language } = document;
  const { data, error } = useQuery(standardQuery({ customer, doc_num, language }));
  const title = `Order of the revisions of ${doc_num} · ${language ?? noLanguage}`;
  if (data === undefined) return <WaitingDialog {...{ title, error, onClose }} />;
  const editions = data.data.filter(
    ({ kind, withdrawn_on }) => isOrdered(kind) && withdrawn_on === null,
  );
  if (editions.length > 1) {
    return <Form {...{ title, document, onClose }} revisions={{ ...data, data: editions }} />;
  }
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>
        This standard has only one edition, so there is no order to set. Amendments, drafts and
        withdrawn revisions are not ordered.
      </p>
    </Dialog>
  );
}

type FormProps = Props & { title: string; revisions: Revisions };
type Direction = 'up' | 'down';

function Form({ title, document, revisions, onClose }: FormProps) {
  const { undo } = useConsole();
  const [order, setOrder] = useState(revisions.data);
  const [moved, setMoved] = useState<{ id: number; by: Direction } | null>(null);
  const list = useRef<HTMLOListElement>(null);

  function move(from: number, by: Direction) {
    const to = by === 'up' ? from - 1 : from + 1;
    const revision = order[from];
    const other = order[to];
    if (revision === undefined || other === undefined) return;
    setOrder(order.with(to, revision).with(from, other));
    setMoved({ id: revision.document_id, by });
  }

  const byDay = newestIssuedFirst(revisions.data);

  useEffect(
    function keepFocusOnMoved() {
      if (moved === null) return;
      const item = list.current?.querySelector(`[data-id="${moved.id}"]`);
      const button = item?.querySelector<HTMLElement>(`[data-by="${moved.by}"]:enabled`);
      (button ?? item?.querySelector<HTMLElement>('button:enabled'))?.focus();
    },
    [moved],
  );

  function handleKey(event: KeyboardEvent, at: number) {
    const by = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(at, by);
  }

  async function save() {
    const newest_first = order.map(({ doc_rev }) => doc_rev);
    const { change_id } = await consoleApi.setRevisionOrder({
      body: { document_id: document.id, newest_first },
    });
    if (change_id === null) return null;
    const words = `Order of ${document.doc_num} set: ${newest_first[0]} is the latest`;
    return { words, step: undo.did(words, [change_id]) };
  }

  const place = moved === null ? -1 : order.findIndex((one) => one.document_id === moved.id);
  return (
    <StandardDialog title={title} save="Save this order" onSave={save} onClose={onClose}>
      <p>{basisInWords(revisions)} Use the arrow keys to move a revision.</p>
      {byDay !== null && (
        <div>
          <Button
            onClick={() => {
              setOrder(byDay);
              setMoved(null);
            }}
          >
            Order by day of issue
          </Button>
        </div>
      )}
      {revisions.data.map((one) =>
        one.question === null ? null : (
          <Alert key={one.document_id}>
            {questionInWords(one)} Set its kind with “Kind and dates…”.
          </Alert>
        ),
      )}
      <ol ref={list} className={styles.order}>
        {order.map(({ document_id, doc_rev, issued_on }, at) => (
          <li key={document_id} data-id={document_id} data-moved={document_id === moved?.id}>
            <span>
              <b>{doc_rev}</b>{' '}
              <small>
                {at === 0 && 'the latest'}
                {at === 0 && issued_on !== null && ', '}
                {issued_on !== null && `issued ${issued_on}`}
              </small>
              {isIssuedAfterNewer(order, at) && (
                <small className={styles.conflict}>, after a newer revision</small>
              )}
            </span>
            <IconButton
              data-by="up"
              disabled={at === 0}
              aria-label={`${doc_rev} is newer: move it up`}
              onClick={() => move(at, 'up')}
              onKeyDown={(event) => handleKey(event, at)}
            >
              <ArrowUp size="1rem" aria-hidden />
            </IconButton>
            <IconButton
              data-by="down"
              disabled={at === order.length - 1}
              aria-label={`${doc_rev} is older: move it down`}
              onClick={() => move(at, 'down')}
              onKeyDown={(event) => handleKey(event, at)}
            >
              <ArrowDown size="1rem" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      <VisuallyHidden as="output">
        {place >= 0 && `${order[place]?.doc_rev} is now at place ${place + 1} of ${order.length}`}
      </VisuallyHidden>
    </StandardDialog>
  );
}

function basisInWords({ is_order_sure, order_by }: Revisions): string {
  if (!is_order_sure) {
    return order_by === 'added'
      ? 'The labels do not show which revision is newer. Put the newest first.'
      : 'The days of issue contradict this order. Put the newest first, or correct the days.';
  }
  return order_by === 'librarian'
    ? 'Newest first, as a librarian set it. Change the order if it is wrong.'
    : 'Newest first, by their labels. Change the order if it is wrong.';
}

/** Null where not all have a day, or where this is their order already. */
function newestIssuedFirst(order: readonly Revision[]): Revision[] | null {
  if (order.some(({ issued_on }) => issued_on === null)) return null;
  const sorted = order.toSorted((a, b) => compareDays(b.issued_on, a.issued_on));
  return sorted.every((revision, at) => revision === order[at]) ? null : sorted;
}

function compareDays(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function isIssuedAfterNewer(order: readonly Revision[], at: number): boolean {
  const day = order[at]?.issued_on ?? '';
  return order.slice(0, at).some(({ issued_on }) => issued_on !== null && issued_on < day);
}
