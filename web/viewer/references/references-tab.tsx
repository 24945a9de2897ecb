import { type MouseEvent, type ReactNode, useId } from 'react';
import type { Cited, CitedBy } from '#contract/references.ts';
import { RevisionStatusChip } from '../../ui/revision-status.tsx';
import panel from '../panel/side-panel.module.css';
import type { Reader } from '../reader.ts';
import styles from './references-tab.module.css';
import { outdatedWords, type References } from './references.ts';

type Props = { reader: Reader; references: References; onGoTo: () => void };

const mostPages = 12;

/** What the document cites and what cites it, with the pages. */
export function ReferencesTab({ reader, references, onGoTo }: Props) {
  const { state, cites, cited_by, cited_by_total } = references;
  if (state === 'loading') return <div className={panel.text} aria-busy="true" />;
  if (state === 'failed') {
    return (
      <div className={panel.text}>
        <p className={panel.empty}>Couldn’t load the references.</p>
        <button type="button" className={styles.page} onClick={references.retry}>
          Try again
        </button>
      </div>
    );
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    reader.keepPlace();
    references.open(event.currentTarget.getAttribute('href') ?? '');
  };
  const goTo = (page: number) => {
    reader.act({ type: 'goToPage', page });
    onGoTo();
  };
  return (
    <div className={panel.text}>
      <Section
        title={`Cites (${cites.length})`}
        note={cites.length === 0 ? emptyWords[state] : null}
      >
        {cites.map((cited) => (
          <CitedItem key={keyOf(cited)} {...{ cited, references, follow, goTo }} />
        ))}
      </Section>
      <Section title={`Cited by (${cited_by_total})`} note={notListed(references)}>
        {cited_by.map((citing) => (
          <CitingItem key={keyOf(citing)} {...{ citing, references, follow }} />
        ))}
      </Section>
    </div>
  );
}

const emptyWords = {
  read: 'This document cites no standard of the library.',
  waiting: 'This document is still being read. Try again in a moment.',
  no_text: 'This PDF is a scan without text, so its references cannot be found.',
  no_file: 'This entry has no PDF yet.',
};

function notListed({ cited_by, cited_by_total }: References): string | null {
  if (cited_by_total === 0) return 'No document of the library cites this standard.';
  const more = cited_by_total - cited_by.length;
  return more > 0 ? `And ${more} more.` : null;
}

type SectionProps = { title: string; note: string | null; children: ReactNode };

function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.list}>{children}</ul>
      {note !== null && <p className={panel.empty}>{note}</p>}
    </section>
  );
}

type Follow = { references: References; follow: (event: MouseEvent<HTMLAnchorElement>) => void };

function CitedItem({
  cited,
  references,
  follow,
  goTo,
}: Follow & { cited: Cited; goTo: (page: number) => void }) {
  const outdated = outdatedWords(cited);
  const pages = [...new Set(cited.mentions.map(({ page }) => page))];
  return (
    <li className={styles.item}>
      <a className={styles.number} href={references.addressOf(cited)} onClick={follow}>
        {cited.doc_num}
      </a>
      <span className={styles.title}>{cited.doc_desc}</span>
      <span className={styles.facts}>
        Rev. {cited.doc_rev}
        <RevisionStatusChip status={cited.status} />
        {!cited.has_file && <span>No PDF</span>}
      </span>
      {outdated !== null && <span className={styles.outdated}>{outdated}</span>}
      <span className={styles.pages}>
        {pages.slice(0, mostPages).map((page) => (
          <button key={page} type="button" className={styles.page} onClick={() => goTo(page)}>
            Page {page}
          </button>
        ))}
        {pages.length > mostPages && <span>and {pages.length - mostPages} more pages</span>}
      </span>
    </li>
  );
}

function CitingItem({ citing, references, follow }: Follow & { citing: CitedBy }) {
  return (
    <li className={styles.item}>
      <a className={styles.number} href={references.addressOf(citing)} onClick={follow}>
        {citing.doc_num}
      </a>
      <span className={styles.title}>{citing.doc_desc}</span>
      <span className={styles.facts}>
        Rev. {citing.doc_rev}
        <RevisionStatusChip status={citing.status} />
        {citing.language !== null && <span>{citing.language}</span>}
      </span>
      <span className={styles.pages}>
        {citing.pages.slice(0, mostPages).map((page) => (
          <a
            key={page}
            className={styles.page}
            href={references.addressOf(citing, page)}
            aria-label={`${citing.doc_num}, page ${page}`}
            onClick={follow}
          >
            Page {page}
          </a>
        ))}
        {citing.pages.length > mostPages && (
          <span>and {citing.pages.length - mostPages} more pages</span>
        )}
      </span>
    </li>
  );
}

function keyOf({ customer, doc_num, language, doc_rev }: Cited | CitedBy): string {
  return JSON.stringify([customer, doc_num, language, doc_rev]);
}
