import { auditExportAddress } from '../console-api.ts';
import { useAddressParams } from '../../use-address-params.ts';
import { useConsole } from '../state/console-context.ts';
import { ExportTool } from '../sheets/export-tool.tsx';
import { HistoryList, useHistory } from './history-list.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { addressOf, filterOf, paramsOf } from './history-params.ts';
import styles from './history-tab.module.css';
import { RunningUndo } from './running-undo.tsx';

/** The audit trail, change by change; the filter is in the address. */
export function HistoryTab() {
  const { mayEdit } = useConsole();
  const [params, change] = useAddressParams({ read: paramsOf, write: addressOf });
  const filter = filterOf(params);
  const list = useHistory(filter);
  return (
    <section className={styles.tab} aria-label="History">
      <HistoryFilterBar
        params={params}
        people={list.data?.pages[0]?.people ?? (params.user === '' ? [] : [params.user])}
        onChange={change}
      >
        <ExportTool address={(format) => auditExportAddress(format, filter)} />
      </HistoryFilterBar>
      {mayEdit && <RunningUndo />}
      <HistoryList list={list} filter={filter} />
    </section>
  );
}
