import { ApiError } from '../../../api.ts';
import { uploadFile } from '../console-api.ts';
import { messageOf } from '../format.ts';

export type Upload = {
  id: number;
  file: File;
  documentId: number;
} & UploadState;

type UploadState =
  | { state: 'waiting' | 'done' | 'cancelled' }
  | { state: 'sending'; sent: number }
  | { state: 'failed'; reason: string }
  /** The entry has a file already; it is replaced only when the librarian says so. */
  | { state: 'exists' };

/** Sends one file and answers with the state after it; `signal` stops it. */
export type Send = (
  upload: { file: File; documentId: number; replace: boolean },
  onProgress: (sent: number) => void,
  signal: AbortSignal,
) => Promise<UploadState>;

const uploadsAtOnce = 2;

/** Files on their way to the shared folder, two at a time. */
export class UploadQueue {
  #uploads: readonly Upload[] = [];
  #replacing = new Set<number>();
  #aborts = new Map<number, AbortController>();
  /** Entries that had no file before theirs was uploaded here. */
  #brought = new Set<number>();
  #nextId = 1;
  #listeners = new Set<() => void>();
  #send: Send;
  #onDone: () => void;

  constructor(send: Send, onDone: () => void) {
    this.#send = send;
    this.#onDone = onDone;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): readonly Upload[] => this.#uploads;

  sendingCount = (): number =>
    this.#uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length;

  /** Stops all uploads: the console is being closed. */
  close(): void {
    for (const abort of this.#aborts.values()) abort.abort();
  }

  add(files: readonly { file: File; documentId: number }[]): void {
    const added = files.map((file) => ({ ...file, id: this.#nextId++, state: 'waiting' as const }));
    this.#uploads = [...this.#uploads, ...added];
    this.#startNext();
  }

  cancel(id: number): void {
    this.#aborts.get(id)?.abort();
    this.#setState(id, { state: 'cancelled' });
    this.#startNext();
  }

  /** Whether a file was uploaded to this entry, and replaced none. */
  hasBrought(documentId: number): boolean {
    return this.#brought.has(documentId);
  }

  /** Stops what is on its way to this entry. */
  cancelFor(documentId: number): void {
    for (const upload of this.#uploads) {
      if (upload.documentId === documentId && isUnfinished(upload)) this.cancel(upload.id);
    }
  }

  retry(id: number): void {
    this.#setState(id, { state: 'waiting' });
    this.#startNext();
  }

  replace(ids: readonly number[]): void {
    for (const id of ids) {
      this.#replacing.add(id);
      this.#setState(id, { state: 'waiting' });
    }
    this.#startNext();
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    this.#uploads = this.#uploads.filter(isUnfinished);
    this.#notify();
  }

  #startNext(): void {
    const sending = this.#uploads.filter(({ state }) => state === 'sending').length;
    const next = this.#uploads
      .filter(({ state }) => state === 'waiting')
      .slice(0, uploadsAtOnce - sending);
    for (const upload of next) void this.#start(upload);
    this.#notify();
  }

  async #start({ id, file, documentId }: Upload): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#setState(id, { state: 'sending', sent: 0 });
    const replace = this.#replacing.has(id);
    const progress = (sent: number) => this.#setState(id, { state: 'sending', sent });
    const outcome = await this.#send({ file, documentId, replace }, progress, abort.signal);
    this.#aborts.delete(id);
    if (!abort.signal.aborted) this.#setState(id, outcome);
    if (outcome.state === 'done') {
      if (!replace) this.#brought.add(documentId);
      this.#onDone();
    }
    this.#startNext();
  }

  #setState(id: number, state: UploadState): void {
    this.#uploads = this.#uploads.map((upload) => {
      if (upload.id !== id) return upload;
      const { file, documentId } = upload;
      return { id, file, documentId, ...state };
    });
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function isUnfinished({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'exists';
}

export const sendToServer: Send = async (upload, onSent, signal) => {
  try {
    await uploadFile(upload, { onSent, signal });
    return { state: 'done' };
  } catch (error) {
    if (signal.aborted) return { state: 'cancelled' };
    if (error instanceof ApiError && error.code === 'file_exists') return { state: 'exists' };
    return { state: 'failed', reason: messageOf(error) };
  }
};
