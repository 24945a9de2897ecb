import { useSearchParams } from 'react-router';
import { auditExportAddress } from '../console-api.ts';
import { ExportTool } from '../sheets/export-tool.tsx';
import { ChangeList, useHistory } from './change-list.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { addressOf, filterOf, paramsOf } from './history-params.ts';
import styles from './history-tab.module.css';

/** The audit trail, change by change; the filter is in the address. */
export function HistoryTab() {
  const [address, setAddress] = useSearchParams();
  const params = paramsOf(address);
  const filter = filterOf(params);
  const list = useHistory(filter);
  return (
    <section className={styles.tab} aria-label="History">
      <HistoryFilterBar
        params={params}
        people={list.data?.pages[0]?.people ?? (params.user === '' ? [] : [params.user])}
        onChange={(next) => setAddress(addressOf(next), { replace: true })}
      >
        <ExportTool address={(format) => auditExportAddress(format, filter)} />
      </HistoryFilterBar>
      <ChangeList list={list} filter={filter} />
    </section>
  );
}
