import { lazy, Suspense } from 'react';
import { Tabs } from '@base-ui/react/tabs';
import { Images, Info, ListTree, Waypoints } from 'lucide-react';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import type { Reader } from '../reader.ts';
import type { References } from '../references/references.ts';
import type { ViewState } from '../view-state.ts';
import { Details } from './details.tsx';
import { Outline } from './outline.tsx';
import styles from './side-panel.module.css';
import { Thumbnails } from './thumbnails.tsx';
import { type Tab, tabs } from './use-panel.ts';

type Props = {
  reader: Reader;
  pdf: PDFDocumentProxy;
  view: ViewState;
  fileName: string;
  references: References | null;
  tab: Tab;
  setTab: (tab: Tab) => void;
};

const icons = { Pages: Images, Outline: ListTree, References: Waypoints, Details: Info };

const ReferencesTab = lazy(async () => ({
  default: (await import('../references/reference-parts.ts')).ReferencesTab,
}));

/** Beside the page: small pictures of all pages, the outline, what it cites, and the details of the document. */
export function SidePanel({ reader, pdf, view, fileName, references, setTab, ...kept }: Props) {
  const tab = references === null && kept.tab === 'References' ? 'Pages' : kept.tab;
  return (
    <Tabs.Root
      render={<aside aria-label="Side panel" />}
      className={styles.panel}
      value={tab}
      onValueChange={setTab}
    >
      <Tabs.List className={styles.tabs} aria-label="Side panel" activateOnFocus loopFocus={false}>
        {tabs.map((name) => {
          if (name === 'References' && references === null) return null;
          const Icon = icons[name];
          return (
            <Tabs.Tab key={name} value={name} className={styles.tab}>
              <Icon size="1rem" aria-hidden />
              {name}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {/* One panel for all tabs: of two, Base UI would show both for a frame when the tab changes. */}
      <Tabs.Panel value={tab} className={styles.content}>
        {tab === 'Pages' && (
          <Thumbnails
            pdf={pdf}
            page={view.page}
            goTo={(page) => {
              reader.act({ type: 'goToPage', page });
              reader.focus();
            }}
          />
        )}
        {tab === 'Outline' && (
          <Outline
            pdf={pdf}
            page={view.page}
            follow={(destination) => {
              reader.follow(destination);
              reader.focus();
            }}
          />
        )}
        {tab === 'References' && references !== null && (
          <Suspense fallback={<div className={styles.scroll} aria-busy="true" />}>
            <ReferencesTab reader={reader} references={references} />
          </Suspense>
        )}
        {tab === 'Details' && (
          <Details pdf={pdf} page={view.page} bytes={reader.source.bytes} fileName={fileName} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
