import { useState } from 'react';
import { ChevronDown, FileCheck, FileClock, Link2 } from 'lucide-react';
import type { DocumentIdentity } from '#contract/file-name.ts';
import { Button } from '../../../ui/button/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { PointMenu } from '../../../ui/menu/point-menu.tsx';
import styles from './copy-link.module.css';
import { latestAddress, revisionAddress } from './revision-addresses.ts';

type Props = { customer: string; document: DocumentIdentity };

/** Copies a link to this revision; its menu has the one that always leads to the latest. */
export function CopyLink({ customer, document }: Props) {
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);

  function copyThis() {
    copy(revisionAddress(customer, document), `Link to revision ${document.doc_rev} copied`);
  }

  function copyLatest() {
    copy(latestAddress({ customer, ...document }), 'Link to the latest revision copied');
  }

  return (
    <div className={styles.split}>
      <Button className={styles.button} onClick={copyThis}>
        <Link2 size="1rem" aria-hidden />
        Copy link
      </Button>
      <Button
        className={styles.button}
        aria-label="Which link to copy"
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenuAt({ x: left, y: bottom });
        }}
      >
        <ChevronDown size="1rem" aria-hidden />
      </Button>
      {menuAt !== null && (
        <PointMenu
          label="Which link to copy"
          at={menuAt}
          items={[
            { name: 'This revision', icon: <FileClock size="1rem" aria-hidden />, act: copyThis },
            {
              name: 'Always the latest',
              icon: <FileCheck size="1rem" aria-hidden />,
              act: copyLatest,
            },
          ]}
          onClose={() => setMenuAt(null)}
        />
      )}
    </div>
  );
}

function copy(address: string, done: string): void {
  copyText(new URL(address, window.location.href).href);
  showToast(done);
}
