import { type MouseEvent, type ReactNode, useState } from 'react';
import { Download, FileDown } from 'lucide-react';
import type { CaseFilter } from '#contract/cases.ts';
import { download } from '../../../download.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { evidenceOfAddress, exportAddress } from '../cases-api.ts';
import { reasonOf } from '../../search/search-api.ts';
import styles from './export-links.module.css';

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
        formats={['pdf', 'xlsx']}
        address={(format) => evidenceOfAddress(filter, format)}
        onClick={download.start}
      />
      {download.fault !== null && <Alert>{download.fault}</Alert>}
    </>
  );
}

type LinksProps<Format extends string> = {
  name: string;
  icon: ReactNode;
  formats: readonly Format[];
  address: (format: Format) => string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/** One thing to download, in several formats. */
export function DownloadLinks<Format extends string>(props: LinksProps<Format>) {
  const { name, icon, formats, address, onClick } = props;
  return (
    <span className={styles.links}>
      {icon}
      {name}
      {formats.map((format) => (
        <a
          key={format}
          href={address(format)}
          aria-label={`${name} as ${format.toUpperCase()}`}
          onClick={onClick}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
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
