import { createContext, use } from 'react';
import type { AuditSubject } from '#contract/audit.ts';
import type { ConsoleData } from './console-data.ts';

/** One PDF to upload; `documentId` null when its name must say whose it is. */
export type PdfToUpload = { file: File; documentId: number | null };

/** What every part of the console may ask of the whole. */
export type ConsoleTools = {
  data: ConsoleData;
  /** Asks at once what changed. */
  refresh: () => void;
  /** Tells what did not work. */
  fail: (what: string, error: unknown) => void;
  upload: (pdfs: readonly PdfToUpload[]) => void;
  showHistory: (of: { subject: AuditSubject; id: number; title: string }) => void;
};

export const ConsoleContext = createContext<ConsoleTools | null>(null);

export function useConsole(): ConsoleTools {
  const tools = use(ConsoleContext);
  if (tools === null) throw new Error('This belongs into the console.');
  return tools;
}
