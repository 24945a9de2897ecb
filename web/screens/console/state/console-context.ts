import { createContext, use } from 'react';
import type { AuditSubject } from '#contract/audit.ts';
import type { ConsoleData } from './console-data.ts';
import type { ConsoleUndo } from '../undo/console-undo.ts';
import type { UploadQueue } from './upload-queue.ts';

/** A PDF to upload; `documentId` is null when its name must say which entry it belongs to. */
export type PdfToUpload = { file: File; documentId: number | null };

/** What all parts of the console share. */
export type ConsoleContextValue = {
  /** Auditors only read. */
  mayEdit: boolean;
  data: ConsoleData;
  undo: ConsoleUndo;
  /** Reads at once what changed on the server. */
  refresh: () => void;
  /** Shows what did not work, and why. */
  showError: (what: string, error?: unknown) => void;
  upload: (pdfs: readonly PdfToUpload[]) => void;
  uploads: UploadQueue;
  showHistory: (of: { subject: AuditSubject; id: number; title: string }) => void;
};

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);

export function useConsole(): ConsoleContextValue {
  const value = use(ConsoleContext);
  if (value === null) throw new Error('useConsole works only inside the console.');
  return value;
}
