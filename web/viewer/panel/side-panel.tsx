import { lazy, Suspense, useRef } from 'react';
import { Tabs } from '@base-ui/react/tabs';
import { Images, Info, ListTree, NotebookPen, Waypoints } from 'lucide-react';
import { useCommands } from '../../ui/commands.ts';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import type { Notes } from '../notes/use-notes.ts';
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
  notes: Notes;
  tab: Tab;
  setTab: (tab: Tab) => void;
  close: () => void;
};

/** Where Escape closes something else. */
const ownsEscape = 'search, dialog, [role="dialog"], [role="menu"], [role="listbox"]';

const icons = {
  Pages: Images,
  Outline: ListTree,
  References: Waypoints,
  Notes: NotebookPen,
  Details: Info,
};

const ReferencesTab = lazy(async () => ({
  default: (await import('../references/reference-parts.ts')).ReferencesTab,
}));

/** Beside the page: small pictures of all pages, the outline, what it cites, and the details of the document. */
export function SidePanel(props: Props) {
  const { reader, pdf, view, fileName, references, notes, setTab, close } = props;
  const isThere = (tab: Tab) =>
    (tab !== 'References' || references !== null) && (tab !== 'Notes' || notes.isOffered);
  const tab = isThere(props.tab) ? props.tab : 'Pages';
  /** Shown only where the panel covers the page. */
  const beside = useRef<HTMLButtonElement>(null);

  function goToPage() {
    if (beside.current?.checkVisibility()) close();
    reader.focus();
  }

  useCommands({
    dismiss: ({ target }) => {
      const isElsewhere = target instanceof Element && target.closest(ownsEscape) !== null;
      if (isElsewhere || !beside.current?.checkVisibility()) return false;
      close();
      reader.focus();
      return true;
    },
  });

  return (
    <>
      <Tabs.Root
        render={<aside aria-label="Side panel" />}
        className={styles.panel}
        value={tab}
        onValueChange={setTab}
      >
        <Tabs.List
          className={styles.tabs}
          aria-label="Side panel"
          activateOnFocus
          loopFocus={false}
        >
          {tabs.map((name) => {
            if (!isThere(name)) return null;
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
                goToPage();
              }}
            />
          )}
          {tab === 'Outline' && (
            <Outline
              pdf={pdf}
              page={view.page}
              follow={(destination) => {
                reader.follow(destination);
                goToPage();
              }}
            />
          )}
          {tab === 'References' && references !== null && (
            <Suspense fallback={<div className={styles.text} aria-busy="true" />}>
              <ReferencesTab {...{ reader, references }} onGoTo={goToPage} />
            </Suspense>
          )}
          {tab === 'Notes' && notes.parts === null && (
            <div className={styles.text} aria-busy="true" />
          )}
          {tab === 'Notes' && notes.parts !== null && (
            <notes.parts.NotesTab control={notes.parts.control} onGoTo={goToPage} />
          )}
          {tab === 'Details' && (
            <Details pdf={pdf} page={view.page} bytes={reader.source.bytes} fileName={fileName} />
          )}
        </Tabs.Panel>
      </Tabs.Root>
      <button
        ref={beside}
        type="button"
        tabIndex={-1}
        aria-label="Close the side panel"
        className={styles.beside}
        onClick={close}
      />
    </>
  );
}
