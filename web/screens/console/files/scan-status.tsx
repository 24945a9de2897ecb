import { useState } from 'react';
import { FolderSync, FolderX, LoaderCircle, WifiOff } from 'lucide-react';
import type { ScanState } from '#contract/scan.ts';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { formatCount, formatRecentTime } from '../format.ts';
import { paceText, type ReadingPace } from '../state/reading-pace.ts';
import styles from './scan-status.module.css';

type ScanStatusProps = {
  scan: ScanState | null;
  pace: ReadingPace | null;
  fault: string | null;
};

/** When the shared folder was last scanned, how far the reading of its files is, and a button to scan it now. */
export function ScanStatus({ scan, pace, fault }: ScanStatusProps) {
  const { refresh, showError } = useConsole();
  const [isAsking, setIsAsking] = useState(false);

  async function startScan() {
    setIsAsking(true);
    try {
      await consoleApi.scanNow({});
      refresh();
    } catch (error) {
      showError('The scan failed.', error);
    }
    setIsAsking(false);
  }

  return (
    <div className={styles.status}>
      <span>
        {fault !== null && <WifiOff size="1rem" aria-hidden />}
        {fault ?? scanText(scan, pace)}
      </span>
      <button type="button" aria-disabled={isAsking} onClick={() => !isAsking && void startScan()}>
        {isAsking ? (
          <LoaderCircle size="1rem" aria-hidden />
        ) : (
          <FolderSync size="1rem" aria-hidden />
        )}
        Scan now
      </button>
    </div>
  );
}

/** Alerts that scanning has stopped, or that a part of the folder cannot be read. */
export function ScanBanner({ scan }: { scan: ScanState | null }) {
  if (scan === null) return null;
  if (scan.state !== 'stopped') return scan.warning === null ? null : <ScanWarning {...scan} />;
  const since = scan.fault_since === null ? '' : ` Since ${formatRecentTime(scan.fault_since)}.`;
  return (
    <div role="alert" className={styles.banner}>
      <FolderX size="1.25rem" aria-hidden />
      <p>
        <b>Scanning has stopped. Nothing was changed.</b> {scan.fault}
        {since} Retrying every {formatCount(scan.every_seconds, 'second')}.
      </p>
    </div>
  );
}

function ScanWarning({ warning }: Pick<ScanState, 'warning'>) {
  return (
    <output className={styles.banner}>
      <FolderX size="1.25rem" aria-hidden />
      <span>
        <b>A part of the shared folder is unreadable.</b> {warning}
      </span>
    </output>
  );
}

function scanText(scan: ScanState | null, pace: ReadingPace | null): string {
  if (scan === null) return '';
  if (scan.state === 'stopped') return 'Scanning has stopped';
  const checking =
    scan.checking > 0
      ? `, ${formatCount(scan.checking, 'file')} being checked${paceText(pace)}`
      : '';
  if (scan.state === 'scanning') return `Scanning the folder${checking}`;
  if (scan.finished_at === null) return 'The folder has not been scanned yet';
  return `Folder scanned ${formatRecentTime(scan.finished_at)}${checking}`;
}
