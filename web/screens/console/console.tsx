import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link, useParams } from 'react-router';
import {
  auditorTabs,
  type ConsoleTab,
  consoleTabs,
  isConsoleTab,
  pageOfTab,
} from '#contract/pages.ts';
import { hasRole, useSession } from '../../session.ts';
import { useFilledWindow } from '../../ui/filled-window.ts';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import { Hints } from '../../ui/feedback/hints.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Alert } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { CustomerSuggestions } from './state/customer-suggestions.tsx';
import { CustomersTab } from './catalogue/customers-tab.tsx';
import { StandardNumbersTab } from './catalogue/standard-numbers-tab.tsx';
import { ConsoleContext, type ConsoleContextValue } from './state/console-context.ts';
import { ConsoleData } from './state/console-data.ts';
import tabStyles from '../tabs.module.css';
import styles from './console.module.css';
import { FilesTab } from './files/files-tab.tsx';
import { ScanBanner, ScanStatus } from './files/scan-status.tsx';
import { formatCount, messageOf } from './format.ts';
import { SaveStatus } from './grid/saving/save-status.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { changesKey, narrowedKey, useLiveUpdates } from './state/live-updates.ts';
import { tabNames } from './tabs.ts';
import { ConsoleUndo } from './undo/console-undo.ts';
import { UndoTools } from './history/undo-tools.tsx';
import { Uploads } from './uploads/uploads.tsx';
import { useUploads } from './uploads/use-uploads.ts';

const CasesTab = lazy(async () => ({
  default: (await import('./cases/cases-tab.tsx')).CasesTab,
}));

/** The screen where librarians edit customers, standard numbers and files, and auditors read what was done. */
export function Console() {
  const heading = useHeadingFocus();
  useFilledWindow('wide');
  const session = useSession();
  const mayEdit = hasRole(session, 'EGD_LIB_EDIT');
  const { tab = '' } = useParams();
  const client = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const [history, setHistory] = useState<Parameters<ConsoleContextValue['showHistory']>[0] | null>(
    null,
  );

  const refresh = useCallback(() => {
    for (const queryKey of [changesKey, narrowedKey, ['manage', 'audit']]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);
  const showError = useCallback(
    (what: string, error?: unknown) =>
      setFault(error === undefined ? what : `${what} ${messageOf(error)}`),
    [],
  );
  const [undo] = useState(
    () => new ConsoleUndo((left) => showError('Some changes could not be undone:', left.join(' '))),
  );
  const [data] = useState(
    () =>
      new ConsoleData({
        account: session.account ?? session.username,
        onSaved: (saved) => undo.saved(saved),
        onFiles: ({ renamed, left }) => {
          if (renamed > 0) showToast(`${formatCount(renamed, 'file')} renamed with the entry`);
          if (left.length > 0) showError('Some files were not renamed:', left.join(' '));
        },
      }),
  );
  const live = useLiveUpdates(data);
  const uploads = useUploads({ undo, refresh, showError });
  const shared: ConsoleContextValue = useMemo(
    () => ({
      mayEdit,
      data,
      undo,
      refresh,
      showError,
      upload: uploads.add,
      uploads: uploads.queue,
      showHistory: setHistory,
    }),
    [mayEdit, data, undo, refresh, showError, uploads.add, uploads.queue],
  );
  const current = isConsoleTab(tab) ? tab : mayEdit ? 'customers' : 'history';
  const name = mayEdit ? 'Manage' : 'Audit';

  return (
    <ConsoleContext value={shared}>
      <Hints className={styles.console}>
        <title>{`${tabNames[current]} · ${name} · EGD Library`}</title>
        <div className={styles.top}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {name}
          </h1>
          <Tabs tabs={mayEdit ? consoleTabs : auditorTabs} current={current} />
          {mayEdit && (
            <>
              <UndoTools />
              <SaveStatus />
              <ScanStatus scan={live.scan} pace={live.pace} fault={live.fault} />
            </>
          )}
        </div>
        <ScanBanner scan={live.scan} />
        {fault !== null && (
          <div className={styles.fault}>
            <Alert>{fault}</Alert>
            <IconButton aria-label="Dismiss" onClick={() => setFault(null)}>
              <X size="1rem" aria-hidden />
            </IconButton>
          </div>
        )}
        {current === 'customers' && <CustomersTab />}
        {current === 'standard-numbers' && <StandardNumbersTab />}
        {current === 'files' && <FilesTab />}
        {current === 'cases' && (
          <Suspense>
            <CasesTab />
          </Suspense>
        )}
        {current === 'history' && <HistoryTab />}
        {mayEdit && <Uploads uploads={uploads} />}
        <CustomerSuggestions />
        <LeaveGuard queue={uploads.queue} />
        {history !== null && <HistoryPanel of={history} onClose={() => setHistory(null)} />}
      </Hints>
    </ConsoleContext>
  );
}

type TabsProps = { tabs: readonly ConsoleTab[]; current: ConsoleTab };

/** Links rather than ARIA tabs: each tab is an address that can be opened, shared and gone back to. */
function Tabs({ tabs, current }: TabsProps) {
  return (
    <nav aria-label="Console" className={`${tabStyles.tabs} ${styles.tabs}`}>
      {tabs.map((tab) => (
        <Link key={tab} to={pageOfTab(tab)} aria-current={tab === current ? 'page' : undefined}>
          {tabNames[tab]}
        </Link>
      ))}
    </nav>
  );
}
