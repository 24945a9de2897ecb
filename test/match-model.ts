import nodeFs from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { DocumentIdentity } from '#contract/file-name.ts';
import { fileNameKey, pdfFileName, shortPdfFileName } from '#contract/file-name.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../server/changes/change.ts';
import { auditLinesOf } from '../server/changes/trail.ts';
import { deleteDocuments, saveDocuments } from '../server/catalogue/editing.ts';
import { saveEntries } from '../server/catalogue/entries.ts';
import { undoLines } from '../server/undo/catalogue.ts';
import type { Db } from '../server/db/schema.ts';
import { renameFile } from '../server/files/rename.ts';
import { uploadFile } from '../server/files/upload.ts';
import { folderPlace } from '../server/scan/place.ts';
import { FolderScanner } from '../server/scan/folder-scan.ts';
import { SharedFolder } from '../server/share/shared-folder.ts';

// Random catalogues, folders and changes of both, and the match computed from them the plain way.

/** One thing that happens to a library. `at` picks one of what is there, whatever that is. */
export type Step =
  | { does: 'add'; customer: string; of: DocumentIdentity }
  | { does: 'change' | 'import'; at: number; of: DocumentIdentity }
  | { does: 'delete' | 'remove file' | 'upload'; at: number }
  | { does: 'undo' }
  | { does: 'write file'; name: string; content: string }
  | { does: 'move file'; at: number; name: string }
  | { does: 'rename file'; at: number; to: number }
  | { does: 'scan'; settleAtOnce: boolean };

const whole = '%PDF-1.7 some text %%EOF';
// Few numbers and revisions, so that names collide: two entries, or several files of one entry.
const identity = fc.record({
  doc_num: fc.constantFrom('A-1', 'A_1'),
  language: fc.constantFrom(null, 'EN'),
  // The short name of A-1 in revision EN_1 is the full name of A-1 in English, revision 1.
  doc_rev: fc.constantFrom('1', 'EN_1'),
});
const folder = fc.constantFrom('', 'b/', 'a/deeper/');
const fileName = fc
  .record({ of: identity, short: fc.boolean(), upper: fc.boolean(), folder })
  .map(({ of, short, upper, folder }) => {
    const name = short ? shortPdfFileName(of) : pdfFileName(of);
    return folder + (upper ? name.toUpperCase() : name);
  });
const at = fc.nat({ max: 50 });
const customer = fc.constantFrom('Aurora Motors', 'Borealis Rail');

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('add' as const), customer, of: identity }),
  },
  fc.record({ does: fc.constantFrom('change' as const, 'import' as const), at, of: identity }),
  fc.record({
    does: fc.constantFrom('delete' as const, 'remove file' as const, 'upload' as const),
    at,
  }),
  fc.record({ does: fc.constant('undo' as const) }),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('write file' as const),
      name: fileName,
      content: fc.constantFrom(whole, `${whole} `, '%PDF-1.7 cut off', 'no PDF'),
    }),
  },
  fc.record({ does: fc.constant('move file' as const), at, name: fileName }),
  fc.record({ does: fc.constant('rename file' as const), at, to: at }),
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('scan' as const), settleAtOnce: fc.boolean() }),
  },
);

/** A library and its folder, to take steps in. */
export class Stage {
  readonly library: Library;
  readonly #folder: SharedFolder;
  readonly #scanner: FolderScanner;
  #deletion: string | null = null;

  constructor(library: Library, root: string) {
    this.library = library;
    this.#folder = new SharedFolder({ root, fs: nodeFs });
    this.#scanner = new FolderScanner({ db: library.db, place: folderPlace(root) });
  }

  /** Takes a step; what the library refuses is no step. */
  async take(step: Step): Promise<void> {
    try {
      await this.#try(step);
    } catch (error) {
      if (!(error instanceof LibraryError)) throw error;
    }
  }

  async #try(step: Step): Promise<void> {
    const { library } = this;
    const author = { user: 'jsmith' };
    switch (step.does) {
      case 'add': {
        const entry = { ...step.of, customer: step.customer, doc_desc: '' };
        await changeLibrary(library, author, (tx, change) => saveEntries(tx, [entry], change));
        return;
      }
      case 'change':
      case 'import': {
        const row = await this.#document(step.at);
        if (row === undefined) return;
        const edited = { ...row, ...step.of };
        await changeLibrary<unknown>(library, author, (tx, change) =>
          step.does === 'change'
            ? saveDocuments(tx, [edited], change)
            : saveEntries(tx, [edited, { ...row, doc_desc: 'other words' }], change),
        );
        return;
      }
      case 'delete': {
        const row = await this.#document(step.at);
        if (row === undefined) return;
        const { change_id } = await changeLibrary(library, author, (tx, change) =>
          deleteDocuments(tx, [row], change),
        );
        this.#deletion = change_id;
        return;
      }
      case 'undo': {
        const change_id = this.#deletion;
        if (change_id === null) return;
        await changeLibrary(library, author, async (tx, change) =>
          undoLines(tx, await auditLinesOf(tx, change_id), new Set(), change),
        );
        return;
      }
      case 'upload': {
        const row = await this.#document(step.at);
        if (row === undefined) return;
        const options = { ...author, documentId: row.id, replace: true };
        await uploadFile(library, this.#folder, Readable.from([Buffer.from(whole)]), options);
        return;
      }
      case 'rename file': {
        const file = await this.#file(step.at);
        const row = await this.#document(step.to);
        if (file === undefined || row === undefined) return;
        const ids = { fileId: file.id, documentId: row.id };
        await renameFile(library, this.#folder, author, ids);
        return;
      }
      case 'write file':
        await mkdir(path.dirname(this.#path(step.name)), { recursive: true });
        await writeFile(this.#path(step.name), step.content);
        return;
      case 'remove file': {
        const file = await this.#file(step.at);
        if (file !== undefined) await rm(this.#path(file.path), { force: true });
        return;
      }
      case 'move file': {
        const file = await this.#file(step.at);
        if (file === undefined || !nodeFs.existsSync(this.#path(file.path))) return;
        await mkdir(path.dirname(this.#path(step.name)), { recursive: true });
        await rename(this.#path(file.path), this.#path(step.name));
        return;
      }
      case 'scan':
        await this.#scanner.scan({ settleAtOnce: step.settleAtOnce });
    }
  }

  #path(name: string): string {
    return path.join(this.#folder.root, name);
  }

  async #document(at: number) {
    const rows = await this.library.db
      .selectFrom('documents')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .select(['documents.id', 'documents.version', 'doc_num', 'language', 'doc_rev', 'doc_desc'])
      .select('customers.name as customer')
      .orderBy('documents.id')
      .execute();
    return rows[at % rows.length];
  }

  async #file(at: number) {
    const rows = await this.library.db
      .selectFrom('files')
      .select(['id', 'path'])
      .where('gone_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows[at % rows.length];
  }
}

type DocumentRow = DocumentIdentity & { id: number };

/** The match that is stored: the path of each entry's file, by the entry's id. */
export async function storedPaths(db: Db): Promise<Record<number, string>> {
  const rows = await db
    .selectFrom('entry_files')
    .innerJoin('files', 'files.id', 'entry_files.file_id')
    .select(['document_id', 'path'])
    .execute();
  return Object.fromEntries(rows.map(({ document_id, path }) => [document_id, path]));
}

/** The same from scratch, by the words of the design: entry by entry over all files. */
export async function computedPaths(db: Db): Promise<Record<number, string>> {
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'doc_num', 'language', 'doc_rev'])
    .execute();
  const files = await db
    .selectFrom('files')
    .select(['path', 'name', 'depth', 'verdict', 'settled_at'])
    .where('gone_at', 'is', null)
    .execute();
  const paths: Record<number, string> = {};
  for (const document of documents) {
    const full = fileNameKey(pdfFileName(document));
    const short = fileNameKey(shortPdfFileName(document));
    const ownsShort = isOnlyMeaning(short, document, documents);
    const candidates = files
      .map((file) => ({ ...file, key: fileNameKey(file.name) }))
      .filter(({ key }) => key === full || (ownsShort && key === short))
      .map((file) => ({
        path: file.path,
        rank: [
          file.settled_at === null || file.verdict === 'not_pdf' ? 1 : 0,
          file.key === full ? 0 : 1,
          file.depth,
        ],
      }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank) || (a.path < b.path ? -1 : 1));
    const best = candidates[0];
    if (best !== undefined) paths[document.id] = best.path;
  }
  return paths;
}

function isOnlyMeaning(
  short: string,
  document: DocumentRow,
  documents: readonly DocumentRow[],
): boolean {
  if (documents.some((other) => fileNameKey(pdfFileName(other)) === short)) return false;
  const sharing = documents.filter((other) => fileNameKey(shortPdfFileName(other)) === short);
  const { doc_num, doc_rev, language } = document;
  if (sharing.some((other) => other.doc_num !== doc_num || other.doc_rev !== doc_rev)) return false;
  if (language === null) return true;
  return sharing.every((other) => other.language === language);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((rank, index) => rank - (b[index] ?? 0)).find((order) => order !== 0) ?? 0;
}
