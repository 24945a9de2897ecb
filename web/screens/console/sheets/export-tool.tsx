import type { MouseEvent } from 'react';
import { Download } from 'lucide-react';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { downloadLarge } from '../../../download.ts';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { useConsole } from '../state/console-context.ts';
import styles from './export-tool.module.css';

/** Links that download a spreadsheet, one for each format. */
export function ExportTool({ address }: { address: (format: SpreadsheetFormat) => string }) {
  const { showError } = useConsole();

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    showBusy('Preparing the export…');
    try {
      await downloadLarge(event.currentTarget.href);
    } catch (error) {
      showError('Nothing was exported.', error);
    }
    hideBusy();
  }

  return (
    <span className={styles.tool}>
      <Download size="1rem" aria-hidden />
      Export
      <a href={address('csv')} download aria-label="Export CSV" onClick={download}>
        CSV
      </a>
      <a href={address('xlsx')} download aria-label="Export XLSX" onClick={download}>
        XLSX
      </a>
    </span>
  );
}
