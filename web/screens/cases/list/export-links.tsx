import { type MouseEvent, useState } from 'react';
import { Download, FileDown } from 'lucide-react';
import { progressHeader } from '#contract/case-words.ts';
import type { CaseFilter } from '#contract/cases.ts';
import { download } from '../../../download.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { evidenceOfAddress, exportAddress } from '../cases-api.ts';
import { reasonOf } from '../../search/search-api.ts';
import { DownloadLinks } from '../../download-links.tsx';

/** Downloads the cases that are listed: as a table with all columns, or each of them whole, as evidence. */
export function ExportLinks({ filter }: { filter: CaseFilter }) {
  const download = useDownload();
  return (
    <>
      <DownloadLinks
        name="Export"
        icon={<Download size="1rem" aria-hidden />}
        formats={['csv', 'xlsx']}
        address={(format) => exportAddress(filter, format)}
        onClick={download.start}
      />
      <DownloadLinks
        name="Evidence"
        icon={<FileDown size="1rem" aria-hidden />}
        formats={['pdf', 'xlsx', 'csv']}
        address={(format) => evidenceOfAddress(filter, format)}
        onClick={download.start}
      />
      {download.fault !== null && <Alert>{download.fault}</Alert>}
    </>
  );
}

/** A long report is made while its reader goes on working. */
function tell(done: number, of: number) {
  if (of > 100) showBusy(`Evidence: ${done} of ${of} cases…`);
}

/** Downloads what a link leads to; a refusal is shown in words. */
export function useDownload() {
  const [fault, setFault] = useState<string | null>(null);
  async function start(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    setFault(null);
    showBusy('Preparing the download…');
    try {
      await download(event.currentTarget.href, { header: progressHeader, tell });
    } catch (error) {
      setFault(`The download failed. ${reasonOf(error)}`);
    }
    hideBusy();
  }
  return { fault, start: (event: MouseEvent<HTMLAnchorElement>) => void start(event) };
}
