import { useState } from 'react';
import { FolderSync, FolderX, LoaderCircle, WifiOff } from 'lucide-react';
import type { ScanState } from '#contract/scan.ts';
import { scannedNow } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import { counted, shownRecent } from '../format.ts';
import styles from './scan-status.module.css';

/** How the shared folder stands, and a button to look at it now. */
export function ScanStatus({ scan, fault }: { scan: ScanState | null; fault: string | null }) {
  const { refresh, fail } = useConsole();
  const [asked, setAsked] = useState(false);

  async function scanNow() {
    setAsked(true);
    try {
      await scannedNow();
      refresh();
    } catch (error) {
      fail('The folder could not be scanned.', error);
    }
    setAsked(false);
  }

  return (
    <div className={styles.status}>
      <span>
        {fault !== null && <WifiOff size="1rem" aria-hidden />}
        {fault ?? scanText(scan)}
      </span>
      <button type="button" aria-disabled={asked} onClick={() => !asked && void scanNow()}>
        {asked ? <LoaderCircle size="1rem" aria-hidden /> : <FolderSync size="1rem" aria-hidden />}
        Scan now
      </button>
    </div>
  );
}

/** Says loudly that the folder cannot be read, and that this has cost nothing. */
export function ScanBanner({ scan }: { scan: ScanState | null }) {
  if (scan?.state !== 'stopped') return null;
  const since = scan.fault_since === null ? '' : ` Since ${shownRecent(scan.fault_since)}.`;
  return (
    <div role="alert" className={styles.banner}>
      <FolderX size="1.25rem" aria-hidden />
      <p>
        <b>The shared folder cannot be read; nothing was changed.</b> {scan.fault}
        {since} It is tried again every {counted(scan.every_seconds, 'second')}.
      </p>
    </div>
  );
}

function scanText(scan: ScanState | null): string {
  if (scan === null) return '';
  if (scan.state === 'stopped') return 'Scanning has stopped';
  const checking = scan.checking > 0 ? `, ${counted(scan.checking, 'file')} being checked` : '';
  if (scan.state === 'scanning') return `Scanning the folder${checking}`;
  if (scan.finished_at === null) return 'The folder has not been scanned yet';
  return `Folder scanned ${shownRecent(scan.finished_at)}${checking}`;
}
