import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ImportField } from '#contract/import-headings.ts';
import type { ImportReport } from '#contract/importing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { isUnanswered } from '../../../failures.ts';
import { consoleApi, importCatalogue } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { formatCount, formatTime, messageOf } from '../format.ts';
import { followJob, whenEnded } from '../jobs/follow-job.ts';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from '../jobs/import-progress.tsx';

type Step =
  | { step: 'choose' }
  /** The job is null while the file is being sent. */
  | { step: 'working'; name: string; job: ImportJob | null }
  | { step: 'preview'; file: File; columns: Columns; report: ImportReport }
  | { step: 'done'; report: ImportReport };

/** What each column holds; undefined as long as the headings say so. */
type Columns = (ImportField | null)[] | undefined;

type Previewed = Extract<Step, { step: 'preview' }>;

function withColumns(step: Previewed, fields: (ImportField | null)[]) {
  const columns = step.report.columns.map((one, at) => ({ ...one, field: fields[at] ?? null }));
  return { ...step, report: { ...step.report, columns } };
}

/** Shows what a spreadsheet would change before anything is written. */
export function ImportSheetDialog({ onClose }: { onClose: () => void }) {
  const { undo, refresh } = useConsole();
  const [step, setStep] = useState<Step>({ step: 'choose' });
  const [fault, setFault] = useState<string | null>(null);
  /** The last import that has ended, maybe while this was closed. */
  const [last, setLast] = useState<ImportJob | null>(null);
  /** How many previews were asked for: only the last one's answer counts. */
  const previews = useRef(0);

  /** Follows a running import to its end, no matter who started it. */
  const followRunning = useEffectEvent(async (running: ImportJob, signal: AbortSignal) => {
    setStep({ step: 'done', report: await followJob(running, showProgress, signal) });
    refresh();
  });
  /** Until many rows are deleted, or a large change is undone, no import can begin. */
  const waitForOther = useEffectEvent(async (running: ImportJob, signal: AbortSignal) => {
    await whenEnded(running, showProgress, signal);
    setStep({ step: 'choose' });
  });
  const failUnlessLeft = useEffectEvent((error: unknown, { aborted }: AbortSignal) => {
    if (!aborted) fail(error);
  });

  useEffect(function lookForRunning() {
    const leaving = new AbortController();
    const { signal } = leaving;
    consoleApi
      .listImportJobs({ signal })
      .then(({ running, last: ended }) => {
        setLast(ended);
        if (running === null) return null;
        const isImport = running.undoes === null && running.deletion === null;
        return isImport ? followRunning(running, signal) : waitForOther(running, signal);
      })
      .catch((error: unknown) => failUnlessLeft(error, signal));
    return () => leaving.abort();
  }, []);

  function fail(error: unknown) {
    setFault(messageOf(error));
    setStep({ step: 'choose' });
  }

  function showProgress(job: ImportJob) {
    setStep({ step: 'working', name: job.file_name, job });
  }

  async function preview(
    file: File | null,
    columns: Columns = undefined,
    worksheet: string | undefined = undefined,
  ) {
    if (file === null) return;
    setFault(null);
    const asked = ++previews.current;
    const isLast = () => asked === previews.current;
    // Where columns are chosen the preview stays, and with it the focus.
    if (columns === undefined) setStep({ step: 'working', name: file.name, job: null });
    else setStep((now) => (now.step === 'preview' ? withColumns(now, columns) : now));
    const show = (job: ImportJob) => columns === undefined && isLast() && showProgress(job);
    try {
      const { job } = await importCatalogue(file, { preview: true, columns, worksheet });
      const report = await followJob(job, show);
      if (isLast()) setStep({ step: 'preview', file, columns, report });
    } catch (error) {
      if (isLast()) fail(error);
    }
  }

  async function write(previewed: Previewed, keepGoing: boolean) {
    const { file, columns, report: shown } = previewed;
    setFault(null);
    setStep({ step: 'working', name: file.name, job: null });
    try {
      const { job } = await importCatalogue(file, {
        keepGoing,
        columns,
        worksheet: shown.worksheet,
      });
      const report = await followJob(job, showProgress);
      if (report.change_id !== null) undo.did(`${file.name} imported`, [report.change_id]);
      setStep({ step: 'done', report });
    } catch (error) {
      fail(error);
      if (isUnanswered(error)) setStep(previewed); // the same button is the retry
    }
    refresh();
  }

  async function cancel(job: ImportJob) {
    try {
      showProgress((await consoleApi.cancelImport({ body: { id: job.id } })).job);
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  return (
    <Dialog
      title="Import a spreadsheet"
      shape="wide"
      onClose={onClose}
      actions={
        <Actions
          step={step}
          onWrite={(...how) => void write(...how)}
          onCancel={(job) => void cancel(job)}
          onClose={onClose}
        />
      }
    >
      {fault !== null && <Alert>{fault}</Alert>}
      {step.step === 'choose' && (
        <FileDrop label={chooseLabel} accept=".csv,.xlsx" onChoose={(file) => void preview(file)} />
      )}
      {step.step === 'choose' && last !== null && (
        <p className={styles.last}>
          Last import: {last.file_name} by {last.by_user}, {formatTime(last.finished_at ?? '')}.{' '}
          {endInWords(last)}
        </p>
      )}
      {step.step === 'working' && <ImportProgress job={step.job} name={step.name} />}
      {step.step === 'preview' && (
        <ImportPreview
          report={step.report}
          name={step.file.name}
          onChooseColumns={(columns) => void preview(step.file, columns, step.report.worksheet)}
          onChooseWorksheet={(name) => void preview(step.file, undefined, name)}
        />
      )}
      {step.step === 'done' && <output className={styles.done}>{doneText(step.report)}</output>}
    </Dialog>
  );
}

const chooseLabel =
  'Choose a CSV or XLSX file, or drop it here. One row must contain the headings: customer, standard number, description, revision and language.';

type ActionsProps = {
  step: Step;
  onWrite: (previewed: Previewed, keepGoing: boolean) => void;
  onCancel: (job: ImportJob) => void;
  onClose: () => void;
};

function Actions({ step, onWrite, onCancel, onClose }: ActionsProps) {
  if (step.step === 'working' && step.job?.kind === 'import') {
    const { job } = step;
    return (
      <>
        {job.cancelled_by === null && <Button onClick={() => onCancel(job)}>Cancel import</Button>}
        <Button onClick={onClose}>Close</Button>
      </>
    );
  }
  if (step.step !== 'preview') {
    return <Button onClick={onClose}>{step.step === 'done' ? 'Close' : 'Cancel'}</Button>;
  }
  const { report } = step;
  const changes = report.added + report.changed;
  const bad = report.refused_count;
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {changes > 0 && (
        <Button variant="primary" onClick={() => onWrite(step, bad > 0)}>
          {bad > 0 ? `Import all but ${formatCount(bad, 'refused row')}` : 'Import'}
        </Button>
      )}
    </>
  );
}

function endInWords({ state, report, fault, cancelled_by }: ImportJob): string {
  if (state === 'done' && report !== null) return doneText(report);
  if (state === 'refused') return 'Some rows were refused, so nothing was imported.';
  if (state === 'cancelled')
    return `Cancelled by ${cancelled_by ?? 'someone'}. Nothing was imported.`;
  return fault ?? 'The import failed. Nothing was imported. Try again.';
}

function doneText({ added, changed, unchanged, refused_count }: ImportReport): string {
  const left = refused_count > 0 ? ` ${formatCount(refused_count, 'row')} left out.` : '';
  const [a, c, u] = [added, changed, unchanged].map((count) => count.toLocaleString('en'));
  return `${a} added, ${c} changed, ${u} unchanged.${left}`;
}
