import { useState } from 'react';
import { Images, Info, ListTree } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Reader } from '../reader.ts';
import type { ViewState } from '../view-state.ts';
import { Facts } from './facts.tsx';
import { Outline } from './outline.tsx';
import styles from './side-panel.module.css';
import { Thumbnails } from './thumbnails.tsx';

type Props = { reader: Reader; pdf: PDFDocumentProxy; view: ViewState; fileName: string };

const tabs = { Pages: Images, Outline: ListTree, Details: Info };
type Tab = keyof typeof tabs;

/** Beside the page: every page as a picture, the outline, and what is known of the document. */
export function SidePanel({ reader, pdf, view, fileName }: Props) {
  const [tab, setTab] = useState<Tab>('Pages');
  return (
    <aside className={styles.panel} aria-label="Side panel">
      <div role="tablist" aria-label="Side panel" className={styles.tabs}>
        {Object.entries(tabs).map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`panel-tab-${name}`}
            aria-controls="panel-content"
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            className={styles.tab}
            // The keys of the record are the tabs.
            onClick={() => setTab(name as Tab)}
            onKeyDown={moveBetweenTabs}
          >
            <Icon size="1rem" aria-hidden />
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="panel-content"
        aria-labelledby={`panel-tab-${tab}`}
        className={styles.content}
      >
        {tab === 'Pages' && (
          <Thumbnails
            pdf={pdf}
            page={view.page}
            goTo={(page) => reader.act({ type: 'goToPage', page })}
          />
        )}
        {tab === 'Outline' && <Outline pdf={pdf} follow={reader.follow} />}
        {tab === 'Details' && (
          <Facts pdf={pdf} page={view.page} bytes={reader.source.bytes} fileName={fileName} />
        )}
      </div>
    </aside>
  );
}

function moveBetweenTabs(event: React.KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key } = event;
  const next = key === 'ArrowRight' ? 'nextElementSibling' : 'previousElementSibling';
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
  event.preventDefault();
  const tab = currentTarget[next];
  if (!(tab instanceof HTMLElement)) return;
  tab.focus();
  tab.click();
}
