import { responseError } from './api.ts';
import { type ServerAnswer, request, silenceForFilesMs } from './request.ts';

/**
 * Saves a file that the server makes when it is asked. A link would show a refusal as a failed download;
 * this fails with the server's words. The whole file is in memory: for large ones see `downloadLarge`.
 */
export async function download(address: string, progress?: Progress): Promise<void> {
  const response = await fetchFile(address);
  const type = response.headers.get('content-type') ?? '';
  const of = progress === undefined ? 0 : Number(response.headers.get(progress.header));
  let done = 0;
  const content = await response.content((bytes) => {
    done += bytes;
    progress?.tell(Math.min(done, of), of);
  });
  const blob = new Blob([content.subarray(of)], { type });
  const blobAddress = URL.createObjectURL(blob);
  saveFrom(blobAddress, fileNameIn(response.headers.get('content-disposition') ?? ''));
  setTimeout(() => URL.revokeObjectURL(blobAddress), keptMs);
}

/** Before the file comes a byte for each step of making it, as many as the header says. */
type Progress = { header: string; tell: (done: number, of: number) => void };

/** Lets the browser download an export of any size. A first request asks whether the server refuses it. */
export async function downloadLarge(address: string): Promise<void> {
  await fetchFile(`${address}&check=only`);
  saveFrom(address, '');
}

async function fetchFile(address: string): Promise<ServerAnswer> {
  const response = await request(address, { cache: 'no-store', silenceMs: silenceForFilesMs });
  if (!response.ok) throw await responseError(response);
  return response;
}

/** An empty name leaves the name to the server. */
function saveFrom(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

// Some browsers begin to save only after a question to the user.
const keptMs = 60_000;

/** The name in a Content-Disposition header; empty when there is none. */
export function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain = ''] =
    /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? plain;
}
