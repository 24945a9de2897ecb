import { Download } from 'lucide-react';
import { auditExport } from '../console-api.ts';
import { ToolLink } from '../toolbar.tsx';
import { AuditList } from './audit-list.tsx';
import styles from './history-tab.module.css';

/** The audit trail as a whole. */
export function HistoryTab() {
  return (
    <section className={styles.tab} aria-label="History">
      <div className={styles.tools}>
        <ToolLink icon={<Download size="1rem" aria-hidden />} href={auditExport('csv')}>
          Export CSV
        </ToolLink>
        <ToolLink icon={<Download size="1rem" aria-hidden />} href={auditExport('xlsx')}>
          Export XLSX
        </ToolLink>
      </div>
      <AuditList of={{}} />
    </section>
  );
}
