import { responseError } from './api.ts';

/**
 * Saves a file that the server makes when it is asked. A link would show a refusal as a failed download;
 * this fails with the server's words.
 */
export async function download(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'include' });
  if (!response.ok) throw await responseError(response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileNameIn(response.headers.get('content-disposition') ?? '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
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
