import { Download } from 'lucide-react';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { downloadLarge } from '../../../download.ts';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { DownloadLinks } from '../../download-links.tsx';
import { useConsole } from '../state/console-context.ts';

export function useExport(): (address: string) => Promise<void> {
  const { showError } = useConsole();
  return async (address) => {
    showBusy('Preparing the export…');
    try {
      await downloadLarge(address);
    } catch (error) {
      showError('The export failed.', error);
    }
    hideBusy();
  };
}

/** Links that download a spreadsheet, one for each format. */
export function ExportTool({ address }: { address: (format: SpreadsheetFormat) => string }) {
  const download = useExport();
  return (
    <DownloadLinks
      name="Export"
      icon={<Download size="1rem" aria-hidden />}
      formats={['csv', 'xlsx']}
      address={address}
      onClick={(event) => {
        event.preventDefault();
        void download(event.currentTarget.href);
      }}
    />
  );
}
