import { type DragEvent, useId, useRef, useState } from 'react';
import type { ImportField } from '#contract/import-headings.ts';
import type { ImportReport } from '#contract/importing.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { importCatalogue } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import { formatCount, messageOf } from '../format.ts';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';

type Step =
  | { step: 'choose' }
  | { step: 'reading' | 'writing'; file: File }
  | { step: 'preview'; file: File; columns: Columns; report: ImportReport }
  | { step: 'done'; file: File; report: ImportReport };

/** What each column holds; undefined as long as the headings say so. */
type Columns = (ImportField | null)[] | undefined;

function withColumns(step: Extract<Step, { step: 'preview' }>, fields: (ImportField | null)[]) {
  const columns = step.report.columns.map((one, at) => ({ ...one, field: fields[at] ?? null }));
  return { ...step, report: { ...step.report, columns } };
}

/** Shows what a spreadsheet would change before anything is written. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { undo, refresh } = useConsole();
  const [step, setStep] = useState<Step>({ step: 'choose' });
  const [fault, setFault] = useState<string | null>(null);
  /** How many previews were asked for: only the last one's answer counts. */
  const previews = useRef(0);

  async function preview(file: File | undefined, columns: Columns = undefined) {
    if (file === undefined) return;
    setFault(null);
    // Where columns are chosen the preview stays, and with it the focus.
    if (columns === undefined) setStep({ step: 'reading', file });
    else setStep((now) => (now.step === 'preview' ? withColumns(now, columns) : now));
    const asked = ++previews.current;
    try {
      const report = await importCatalogue(file, { preview: true, columns });
      if (asked === previews.current) setStep({ step: 'preview', file, columns, report });
    } catch (error) {
      if (asked !== previews.current) return;
      setFault(messageOf(error));
      setStep({ step: 'choose' });
    }
  }

  async function write(file: File, columns: Columns, keepGoing: boolean) {
    setFault(null);
    setStep({ step: 'writing', file });
    try {
      const report = await importCatalogue(file, { keepGoing, columns });
      if (report.change_id !== null) undo.did(`${file.name} imported`, [report.change_id]);
      setStep({ step: 'done', file, report });
    } catch (error) {
      setFault(messageOf(error));
      setStep({ step: 'choose' });
    }
    refresh();
  }

  return (
    <Dialog
      title="Import a spreadsheet"
      shape="wide"
      onClose={onClose}
      actions={<Actions step={step} onWrite={(...how) => void write(...how)} onClose={onClose} />}
    >
      {fault !== null && <Alert>{fault}</Alert>}
      {step.step === 'choose' && <Choose onChoose={(file) => void preview(file)} />}
      {step.step === 'reading' && <output>Reading {step.file.name}…</output>}
      {step.step === 'writing' && <output>Importing {step.file.name}…</output>}
      {step.step === 'preview' && (
        <ImportPreview
          report={step.report}
          name={step.file.name}
          onChooseColumns={(columns) => void preview(step.file, columns)}
        />
      )}
      {step.step === 'done' && <output className={styles.done}>{doneText(step.report)}</output>}
    </Dialog>
  );
}

function Choose({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);

  function chooseDropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={styles.choose}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={chooseDropped}
    >
      <label htmlFor={id}>
        Choose a CSV or XLSX file, or drop it here. A row of it names the columns: customer,
        standard number, description, revision and language, in these or other usual words.
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.xlsx"
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
    </div>
  );
}

type ActionsProps = {
  step: Step;
  onWrite: (file: File, columns: Columns, keepGoing: boolean) => void;
  onClose: () => void;
};

function Actions({ step, onWrite, onClose }: ActionsProps) {
  if (step.step !== 'preview') {
    return <Button onClick={onClose}>{step.step === 'done' ? 'Close' : 'Cancel'}</Button>;
  }
  const { file, columns, report } = step;
  const changes = report.added + report.changed;
  const bad = report.refused_count;
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {changes > 0 && (
        <Button variant="primary" onClick={() => onWrite(file, columns, bad > 0)}>
          {bad > 0 ? `Import all but ${formatCount(bad, 'refused row')}` : 'Import'}
        </Button>
      )}
    </>
  );
}

function doneText({ added, changed, unchanged, refused_count }: ImportReport): string {
  const left = refused_count > 0 ? ` ${formatCount(refused_count, 'row')} left out.` : '';
  return `${added} added, ${changed} changed, ${unchanged} unchanged.${left}`;
}
