import { type MouseEvent, useState } from 'react';
import { Download } from 'lucide-react';
import type { CaseFilter } from '#contract/cases.ts';
import { download } from '../../../download.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { exportAddress } from '../cases-api.ts';
import { reasonOf } from '../../search/search-api.ts';
import styles from './export-links.module.css';

/** Downloads the cases that are listed, all columns of them. */
export function ExportLinks({ filter }: { filter: CaseFilter }) {
  const download = useDownload();
  return (
    <>
      <span className={styles.links}>
        <Download size="1rem" aria-hidden />
        Export
        <a href={exportAddress(filter, 'csv')} aria-label="Export CSV" onClick={download.start}>
          CSV
        </a>
        <a href={exportAddress(filter, 'xlsx')} aria-label="Export XLSX" onClick={download.start}>
          XLSX
        </a>
      </span>
      {download.fault !== null && <Alert>{download.fault}</Alert>}
    </>
  );
}

/** Downloads what a link leads to; a refusal is shown in words. */
export function useDownload() {
  const [fault, setFault] = useState<string | null>(null);
  async function start(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    setFault(null);
    showBusy('Preparing the download…');
    try {
      await download(event.currentTarget.href);
    } catch (error) {
      setFault(`Nothing was downloaded. ${reasonOf(error)}`);
    }
    hideBusy();
  }
  return { fault, start: (event: MouseEvent<HTMLAnchorElement>) => void start(event) };
}
