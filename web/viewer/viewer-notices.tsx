import { FileWarning, LockKeyhole, Printer, RefreshCw, Unplug } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Empty } from '../ui/feedback/notice.tsx';
import type { Trouble } from './bytes/file-bytes.ts';
import type { PrintNotice, Printing } from './printing/use-printing.ts';
import { LoadingPage, OpeningDocument } from './loading.tsx';
import type { Failure, ReaderState } from './reader-state.ts';
import type { Reader } from './reader.ts';
import styles from './viewer-notices.module.css';

type Props = {
  reader: Reader;
  state: ReaderState;
  fileName: string;
  /** The file is being replaced; the new one will be opened when it is there. */
  isReplaced: boolean;
  printing: Printing;
};

/**
 * Messages over the page, or in its place: opening, locked, damaged, connection lost, being replaced.
 * While the reader waits, one message is in the middle: why nothing comes, or else how far it is.
 */
export function ViewerNotices({ reader, state, fileName, isReplaced, printing }: Props) {
  const { phase, trouble, faultyPages, isPageSlow, hasPicture, view } = state;
  const { source } = reader;
  const isOpening = phase.state === 'opening';
  const isPageAwaited = phase.state === 'ready' && isPageSlow;
  const isHeldUp = isReplaced || trouble !== null;
  return (
    <>
      {phase.state === 'failed' && (
        <Failed why={phase.why} address={source.address} fileName={fileName} />
      )}
      {phase.state === 'locked' && (
        <Locked unlock={reader.unlock} wrongPassword={phase.wrongPassword} />
      )}
      {isOpening && (
        <div className={styles.waiting}>
          <OpeningDocument {...{ source, fileName, isHeldUp, hasPicture }} />
        </div>
      )}
      {isPageAwaited && (
        <LoadingPage key={view.page} {...{ source, isHeldUp, hasPicture }} page={view.page} />
      )}
      <output
        className={styles.strips}
        data-waiting={(isHeldUp && !hasPicture && (isOpening || isPageAwaited)) || undefined}
      >
        {isReplaced && (
          <span className={styles.strip}>
            <RefreshCw size="1.125rem" aria-hidden />
            This document is being replaced. The new one opens here when it is complete.
          </span>
        )}
        {trouble !== null && !isReplaced && (
          <span className={styles.strip}>
            <Unplug size="1.125rem" aria-hidden />
            {troubleInWords[trouble]}
            <button type="button" className={styles.action} onClick={reader.retry}>
              Try again
            </button>
          </span>
        )}
        {printing.notice !== null && <PrintStrip {...printing} notice={printing.notice} />}
        {phase.state === 'ready' && faultyPages.has(view.page) && (
          <span className={styles.strip}>
            <FileWarning size="1.125rem" aria-hidden />
            This page could not be shown in full. The download has all of it.
          </span>
        )}
      </output>
    </>
  );
}

const wordless = 'Print without the words about its revision';
type PrintStripProps = { notice: PrintNotice; close: () => void };

function PrintStrip({ notice, close }: PrintStripProps) {
  const action = (name: string, act: () => void) => (
    <button type="button" className={styles.action} onClick={act}>
      {name}
    </button>
  );
  return (
    <span className={styles.strip}>
      <Printer size="1.125rem" aria-hidden />
      {notice.is === 'preparing' && 'Preparing the pages for the printer'}
      {notice.is === 'failed' && `It was not printed. ${notice.why}`}
      {notice.is === 'unknown' && 'Looking whether this revision was superseded…'}
      {notice.is === 'asking' &&
        `Notes that are not saved yet: ${notice.unsaved}. They are not printed.`}
      {notice.is === 'failed' && notice.without !== null && action(wordless, notice.without)}
      {notice.is === 'unknown' && action(wordless, notice.yes)}
      {notice.is === 'asking' && action('Print', notice.yes)}
      {action(notice.is === 'failed' ? 'Close' : 'Cancel', close)}
    </span>
  );
}

const troubleInWords: Record<Trouble, string> = {
  interrupted: 'The connection to the library is interrupted.',
  withheld: 'The library has this file, but the server does not send it.',
  short: 'The server sent only a part of this file.',
};

const failureInWords: Record<Failure, string> = {
  damaged:
    'The file is damaged or is not a PDF. You can download it as it is, or tell your librarian.',
  first_page: 'The first page is damaged. Download the file as it is, or tell your librarian.',
  not_started:
    'The PDF viewer could not start. Reload the page. If that does not help, update your browser or download the file.',
  not_sent:
    'The library has this file, but the server does not send it. Search for it again in a moment.',
};

type FailedProps = { why: Failure; address: string; fileName: string };

function Failed({ why, address, fileName }: FailedProps) {
  return (
    <div className={styles.cover}>
      <output>
        <Empty
          icon={<FileWarning size="1.75rem" />}
          title="This document cannot be shown"
          text={failureInWords[why]}
        >
          <ButtonLink href={`${address}?download`} download={fileName}>
            Download the file
          </ButtonLink>
        </Empty>
      </output>
    </div>
  );
}

function focusField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

type LockedProps = { unlock: (password: string) => void; wrongPassword: boolean };

function Locked({ unlock, wrongPassword }: LockedProps) {
  return (
    <div className={styles.cover}>
      <form
        ref={focusField}
        className={styles.password}
        onSubmit={(event) => {
          event.preventDefault();
          unlock(String(new FormData(event.currentTarget).get('document-password')));
        }}
      >
        <Empty
          icon={<LockKeyhole size="1.75rem" />}
          title="This document is protected"
          text="It opens with a password that its publisher gave out."
        >
          <div className={styles.field}>
            <PasswordField
              label="Document password"
              name="document-password"
              autoComplete="off"
              fault={wrongPassword ? 'This password does not open the document. Try again.' : null}
            />
          </div>
          <Button type="submit" variant="primary">
            Open
          </Button>
        </Empty>
      </form>
    </div>
  );
}
