import { useCallback, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { type ConsoleTab, consoleTabs, isConsoleTab, pageOfTab } from '#contract/pages.ts';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { Hints } from '../../ui/hints.tsx';
import icon from '../../ui/icon-button.module.css';
import { Alert } from '../../ui/notice.tsx';
import { ConsoleContext, type ConsoleTools } from './console-context.ts';
import { ConsoleData } from './console-data.ts';
import styles from './console.module.css';
import { CustomerSuggestions } from './catalogue/customer-filter.tsx';
import { CustomersTab } from './catalogue/customers-tab.tsx';
import { DocumentsTab } from './catalogue/standard-numbers-tab.tsx';
import { FilesTab } from './files/files-tab.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { Leaving } from './leave-guard.tsx';
import { SaveStatus } from './grid/saving/save-status.tsx';
import { ScanBanner, ScanStatus } from './files/scan-status.tsx';
import { messageOf } from './format.ts';
import { tabNames } from './tabs.ts';
import { Uploads } from './uploads/uploads.tsx';
import { useUploads } from './uploads/use-uploads.ts';
import { changesKey, useLive } from './live-updates.ts';

/** Where librarians keep customers, standard numbers and files in order. */
export function Console() {
  const heading = useHeadingFocus();
  const { tab = 'customers' } = useParams();
  const client = useQueryClient();
  const [data] = useState(() => new ConsoleData());
  const [fault, setFault] = useState<string | null>(null);
  const [history, setHistory] = useState<Parameters<ConsoleTools['showHistory']>[0] | null>(null);
  const live = useLive(data);

  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: changesKey }),
    [client],
  );
  const fail = useCallback(
    (what: string, error: unknown) => setFault(`${what} ${messageOf(error)}`),
    [],
  );
  const uploads = useUploads({ refresh, fail });
  const tools: ConsoleTools = useMemo(
    () => ({ data, refresh, fail, upload: uploads.add, showHistory: setHistory }),
    [data, refresh, fail, uploads.add],
  );
  const current: ConsoleTab = isConsoleTab(tab) ? tab : 'customers';

  return (
    <ConsoleContext value={tools}>
      <Hints className={styles.console}>
        <title>{`${tabNames[current]} · Manage · EGD Library`}</title>
        <div className={styles.top} data-fill="true">
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            Manage
          </h1>
          <Tabs current={current} />
          <SaveStatus />
          <ScanStatus scan={live.scan} fault={live.fault} />
        </div>
        <ScanBanner scan={live.scan} />
        {fault !== null && (
          <div className={styles.fault}>
            <Alert>{fault}</Alert>
            <button
              type="button"
              className={icon.button}
              aria-label="Dismiss"
              onClick={() => setFault(null)}
            >
              <X size="1rem" aria-hidden />
            </button>
          </div>
        )}
        {current === 'customers' && <CustomersTab />}
        {current === 'standard-numbers' && <DocumentsTab />}
        {current === 'files' && <FilesTab />}
        {current === 'history' && <HistoryTab />}
        <Uploads uploads={uploads} />
        <CustomerSuggestions />
        <Leaving queue={uploads.queue} />
        {history !== null && <HistoryPanel of={history} onClose={() => setHistory(null)} />}
      </Hints>
    </ConsoleContext>
  );
}

function Tabs({ current }: { current: ConsoleTab }) {
  return (
    <nav aria-label="Console" className={styles.tabs}>
      {consoleTabs.map((tab) => (
        <Link key={tab} to={pageOfTab(tab)} aria-current={tab === current ? 'page' : undefined}>
          {tabNames[tab]}
        </Link>
      ))}
    </nav>
  );
}
