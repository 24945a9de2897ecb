import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { auditExportAddress } from '../console-api.ts';
import { ExportTool } from '../sheets/export-tool.tsx';
import { ChangeList, useHistory } from './change-list.tsx';
import { HistoryFilterBar } from './history-filter.tsx';
import { addressOf, filterOf, type HistoryParams, paramsOf } from './history-params.ts';
import styles from './history-tab.module.css';
import { RunningUndo } from './running-undo.tsx';

/** The audit trail, change by change; the filter is in the address. */
export function HistoryTab() {
  const [address, setAddress] = useSearchParams();
  // The address follows once the session is checked: what is chosen meanwhile must not be lost.
  const [params, setParams] = useState(() => paramsOf(address));
  const [lastAddress, setLastAddress] = useState(address);
  const isOurs = useNavigationType() === NavigationType.Replace;
  if (address !== lastAddress) {
    setLastAddress(address);
    if (!isOurs) setParams(paramsOf(address));
  }

  function change(next: HistoryParams): void {
    setParams(next);
    setAddress(addressOf(next), { replace: true });
  }

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
      <RunningUndo />
      <ChangeList list={list} filter={filter} />
    </section>
  );
}
