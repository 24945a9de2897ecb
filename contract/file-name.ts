import { fillAddress, readPdf } from './calls.ts';

/** The three fields that identify a standard, and so its file. */
export type DocumentIdentity = { doc_num: string; language: string | null; doc_rev: string };

/** How a missing language is shown, keyed and written in a file name. */
export const noLanguage = '-';

/** What file systems hold at most: 255 bytes a name. */
export const maxFileNameBytes = 255;

/** For people and for list keys. Code compares the three fields, never this text. */
export function uniqueKey(of: DocumentIdentity): string {
  return `${of.doc_num}_${of.language ?? noLanguage}_${of.doc_rev}`;
}

/** `{docNum}_{language}_{docRev}.pdf`, as the file is called in the shared folder. */
export function pdfFileName(of: DocumentIdentity): string {
  return `${writable(uniqueKey(of))}.pdf`;
}

/** `DocumentNumber_revision.pdf` of the FAQ; accepted where it can mean one document only. */
export function shortPdfFileName(of: DocumentIdentity): string {
  return `${writable(`${of.doc_num}_${of.doc_rev}`)}.pdf`;
}

/** Where the PDF is read: specification, section 7. */
export function pdfAddress(of: DocumentIdentity): string {
  return fillAddress(readPdf.url, { name: `${uniqueKey(of)}.pdf` });
}

/** As URLSearchParams, which contract/ does not know. */
type Query = { get: (name: string) => string | null };

/** The document, and the page of it, that the address of the main page names; null if it names none. */
export function documentOfQuery(
  params: Query,
): { document: DocumentIdentity; page: number } | null {
  const [doc_num, doc_rev] = [params.get('doc_num'), params.get('doc_rev')];
  if (!params.get('customer') || doc_num === null || doc_rev === null) return null;
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  return { document: { doc_num, language: languageOfQuery(params), doc_rev }, page };
}

export function languageOfQuery(params: Query): string | null {
  const named = params.get('language') || noLanguage;
  return named === noLanguage ? null : named;
}

/** How a side of a redline is named: like the PDF, with the customer before, each part encoded. */
export function redlineName(of: DocumentIdentity & { customer: string }): string {
  const parts = [of.customer, of.doc_num, of.language ?? noLanguage, of.doc_rev];
  return `${parts.map(encodeURIComponent).join('_')}.pdf`;
}

/**
 * Two names are the same file when their keys are equal: letter case and Unicode form do not
 * count. Upper case comes first because lower-casing alone keeps apart what a share holds as one
 * name (a final sigma; the long s). The capital ẞ is its own upper case, unlike ß.
 */
export function fileNameKey(fileName: string): string {
  const upper = fileName.normalize('NFC').toUpperCase().replaceAll('ẞ', 'SS');
  return upper.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The key of the name in a PDF's address, already decoded once. */
export function addressedFileKey(decodedName: string): string {
  return fileNameKey(writable(decodedName));
}

/** Why this identity's file name is not possible; null if it is. */
export function fileNameFault(of: DocumentIdentity): string | null {
  const name = pdfFileName(of);
  if (/^\.|^~\$/.test(name)) {
    return 'A standard number cannot begin with "." or "~$": its file would count as hidden or temporary.';
  }
  const bytes = utf8Length(name);
  if (bytes > maxFileNameBytes) {
    return `The file name would have ${bytes} bytes; the limit is ${maxFileNameBytes}. Shorten the number or the revision.`;
  }
  return null;
}

/**
 * What a file's name can mean, the likelier first: number, language and revision, or the short name of a document
 * without language. Underscores belong to the number: with all others, a name of many would have thousands of readings.
 */
export function readingsOf(fileName: string): DocumentIdentity[] {
  const stem = /^(.+)\.pdf$/is.exec(fileName)?.[1] ?? '';
  const [beforeRevision, doc_rev] = splitAtLast(stem);
  const [doc_num, language] = splitAtLast(beforeRevision);
  const full = { doc_num, language: language === noLanguage ? null : language, doc_rev };
  const short = { doc_num: beforeRevision, language: null, doc_rev };
  return [full, short].filter((reading) => reading.doc_num !== '' && doc_rev !== '');
}

/** The parts before and after the last underscore; nothing before where there is none. */
function splitAtLast(text: string): [string, string] {
  const at = text.lastIndexOf('_');
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
}

// Characters that a Windows share does not allow in a name. A lone surrogate cannot be written as UTF-8 either.
const unwritable = /[\\/:*?"<>|\u0000-\u001f\u007f]|\p{Surrogate}/gu;

function writable(name: string): string {
  return name.normalize('NFC').replace(unwritable, '-');
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
