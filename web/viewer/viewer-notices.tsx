import { FileWarning, LockKeyhole, Unplug } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Empty } from '../ui/feedback/notice.tsx';
import type { ReaderState } from './reader-state.ts';
import type { Reader } from './reader.ts';
import styles from './viewer-notices.module.css';

type Props = { reader: Reader; state: ReaderState; fileName: string };

/** Messages over the page, or in its place: opening, locked, damaged, connection lost. */
export function ViewerNotices({ reader, state, fileName }: Props) {
  const { phase, interrupted, faultyPages, view } = state;
  return (
    <>
      {phase.state === 'failed' && <Broken address={reader.source.address} fileName={fileName} />}
      {phase.state === 'locked' && (
        <Locked unlock={reader.unlock} wrongPassword={phase.wrongPassword} />
      )}
      {phase.state === 'opening' && <div className={styles.waiting} aria-busy="true" />}
      <output className={styles.strips}>
        {interrupted && (
          <span className={styles.strip}>
            <Unplug size="1.125rem" aria-hidden />
            The connection to the library is interrupted.
            <button type="button" className={styles.action} onClick={reader.retry}>
              Try again
            </button>
          </span>
        )}
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

function Broken({ address, fileName }: { address: string; fileName: string }) {
  return (
    <div className={styles.cover}>
      <output>
        <Empty
          icon={<FileWarning size="1.75rem" />}
          title="This document cannot be shown"
          text="The file is damaged or is not a PDF. You can download it as it is, or tell your librarian."
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
