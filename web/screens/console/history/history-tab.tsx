import { auditExportAddress } from '../console-api.ts';
import { ExportTool } from '../sheets/export-tool.tsx';
import { AuditList } from './audit-list.tsx';
import styles from './history-tab.module.css';

/** The whole audit trail, and its export. */
export function HistoryTab() {
  return (
    <section className={styles.tab} aria-label="History">
      <div className={styles.tools}>
        <ExportTool address={auditExportAddress} />
      </div>
      <AuditList of={{}} />
    </section>
  );
}
