import type { MouseEvent } from 'react';
import { Download } from 'lucide-react';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { downloadLarge } from '../../../download.ts';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { DownloadLinks } from '../../download-links.tsx';
import { useConsole } from '../state/console-context.ts';

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
    <DownloadLinks
      name="Export"
      icon={<Download size="1rem" aria-hidden />}
      formats={['csv', 'xlsx']}
      address={address}
      onClick={(event) => void download(event)}
    />
  );
}
