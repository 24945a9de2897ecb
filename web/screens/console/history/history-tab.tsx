import { auditExport } from '../console-api.ts';
import { ExportTool } from '../sheets/export-tool.tsx';
import { AuditList } from './audit-list.tsx';
import styles from './history-tab.module.css';

/** The audit trail as a whole. */
export function HistoryTab() {
  return (
    <section className={styles.tab} aria-label="History">
      <div className={styles.tools}>
        <ExportTool address={auditExport} />
      </div>
      <AuditList of={{}} />
    </section>
  );
}
