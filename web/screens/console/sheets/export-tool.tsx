import { Download } from 'lucide-react';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import styles from './export-tool.module.css';

/** Links that download a spreadsheet, one for each format. */
export function ExportTool({ address }: { address: (format: SpreadsheetFormat) => string }) {
  return (
    <span className={styles.tool}>
      <Download size="1rem" aria-hidden />
      Export
      <a href={address('csv')} download aria-label="Export CSV">
        CSV
      </a>
      <a href={address('xlsx')} download aria-label="Export XLSX">
        XLSX
      </a>
    </span>
  );
}
