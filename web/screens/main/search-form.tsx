import { type SubmitEvent, useMemo, useState } from 'react';
import { Search } from 'lucide-react';
import type { Customer, DocumentEntry } from '#contract/catalogue.ts';
import { type DocumentIdentity, noLanguage, uniqueKey } from '#contract/file-name.ts';
import { Button } from '../../ui/button/button.tsx';
import { Combobox } from '../../ui/combobox/combobox.tsx';
import { Highlighted } from '../../ui/combobox/highlighted.tsx';
import { Alert } from '../../ui/feedback/notice.tsx';
import type { StatusOf } from './revisions/revision-marks.tsx';
import styles from './search-form.module.css';
import { type SearchAction, documentName, isSameDocument } from './search-state.ts';

type Props = {
  /** Undefined while they load. */
  customers: Customer[] | undefined;
  documents: DocumentEntry[] | undefined;
  customer: string | null;
  chosen: DocumentIdentity | null;
  /** The status of a revision; null when it is not known, and nothing is marked. */
  statusOf: StatusOf | null;
  act: (action: SearchAction) => void;
};

export function SearchForm(props: Props) {
  const { customers, documents, customer, chosen, statusOf, act } = props;
  const [incomplete, setIncomplete] = useState(false);
  const options = useMemo(() => newestFirst(documents ?? none, statusOf), [documents, statusOf]);
  const document =
    documents?.find((entry) => chosen !== null && isSameDocument(entry, chosen)) ?? null;

  function choose(action: SearchAction) {
    setIncomplete(false);
    act(action);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // A document that a link named and nobody has is not in the field; the reader has to choose one.
    const complete = customer !== null && (documents === undefined ? chosen : document) !== null;
    setIncomplete(!complete);
    if (complete) act({ type: 'search' });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Combobox
        {...customerOptions}
        label="Customer Name"
        options={customers ?? none}
        loading={customers === undefined}
        value={customer === null ? null : { customer }}
        onChange={(next) => choose({ type: 'chooseCustomer', customer: next?.customer ?? null })}
      />
      <Combobox
        {...documentOptions}
        drawOption={(option, marks) => drawDocument(option, marks, statusOf?.(option))}
        label={documentLabel(customer, documents)}
        options={options}
        loading={documents === undefined}
        disabled={customer === null}
        value={document}
        onChange={(next) => choose({ type: 'chooseDocument', document: next && identityOf(next) })}
      />
      {incomplete && <Alert>Both Customer Name and Standard Number are required.</Alert>}
      <Button type="submit" variant="primary">
        <Search size="1.125rem" aria-hidden />
        Search
      </Button>
    </form>
  );
}

// Always the same empty list, so that the dropdowns do not filter again on every render.
const none: never[] = [];

function documentLabel(customer: string | null, documents: DocumentEntry[] | undefined): string {
  if (customer === null) return 'Standard Number';
  if (documents === undefined) return 'Standard Number (loading...)';
  return `Standard Number (${documents.length} available)`;
}

/** Entries of one number and language, which come in natural order: the latest first, older ones below it. */
function newestFirst(documents: DocumentEntry[], statusOf: StatusOf | null): DocumentEntry[] {
  const isLatest = (entry: DocumentEntry) => statusOf?.(entry).status === 'latest';
  const standards = new Map<string, DocumentEntry[]>();
  for (const entry of documents) {
    const key = JSON.stringify([entry.doc_num, entry.language]);
    standards.set(key, [entry, ...(standards.get(key) ?? [])]);
  }
  return [...standards.values()].flatMap((revisions) =>
    revisions.toSorted((a, b) => Number(isLatest(b)) - Number(isLatest(a))),
  );
}

function identityOf({ doc_num, language, doc_rev }: DocumentEntry): DocumentIdentity {
  return { doc_num, language, doc_rev };
}

const customerOptions = {
  placeholder: 'Choose a customer',
  noun: 'customer',
  labelOf: (option: Customer) => option.customer,
  searchedIn: (option: Customer) => [option.customer],
  keyOf: (option: Customer) => option.customer,
  isSame: (a: Customer, b: Customer) => a.customer === b.customer,
  drawOption: ({ customer }: Customer, marks: RegExp | null) => (
    <span className={styles.customer} title={customer}>
      <Highlighted text={customer} marks={marks} />
    </span>
  ),
};

const documentOptions = {
  placeholder: 'Choose a standard number',
  noun: 'document',
  labelOf: documentName,
  searchedIn: (option: DocumentEntry) => [
    option.doc_num,
    option.doc_desc,
    option.language ?? noLanguage,
    option.doc_rev,
  ],
  keyOf: uniqueKey,
  isSame: isSameDocument,
};

// The stylesheet shows the words for the status: what the specification lists stays to the letter.
function drawDocument(option: DocumentEntry, marks: RegExp | null, status?: ReturnType<StatusOf>) {
  return (
    <span
      className={styles.document}
      data-status={status?.status}
      title={`${option.doc_num}: ${option.doc_desc}`}
    >
      <span className={styles.number}>
        <Highlighted text={option.doc_num} marks={marks} />
      </span>
      <span className={styles.revision} data-words={status?.words}>
        <Highlighted text={option.language ?? noLanguage} marks={marks} /> · Rev.{' '}
        <Highlighted text={option.doc_rev} marks={marks} />
      </span>
      <span className={styles.description}>
        <Highlighted text={option.doc_desc} marks={marks} />
      </span>
    </span>
  );
}
