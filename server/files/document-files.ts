import { LibraryError } from '#contract/errors.ts';
import { addressedFileKey } from '#contract/file-name.ts';
import type { Db } from '../db/schema.ts';
import { type Versions, VersionedCache } from '../db/versions.ts';
import { type AddressedFile, findAddressedFile } from '../matching/find-file.ts';
import { longestPauseMs } from '../share/open.ts';
import type { OpenFile, SharedFolder } from '../share/shared-folder.ts';

type Deps = {
  db: Db;
  folder: SharedFolder;
  now: () => number;
  /** A file is not as the last scan found it: the next scan should be now. */
  onChanged: () => void;
};

type There = Extract<AddressedFile, { state: 'there' }>;
type FoundFile = There['file'] & { document_id: number };

/** The caller releases the file. */
type OpenedDocument = { found: FoundFile; file: OpenFile };

/** The PDFs of documents, by the name in their address. */
export class DocumentFiles {
  readonly #deps: Deps;
  readonly #known = new VersionedCache<AddressedFile>(10_000);
  // A scan that finds the change moves the counter. Until then one request for a scan is enough.
  #toldAt = -1;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Opens the file of a document, or says why not. */
  async open(address: string, versions: Versions | null): Promise<OpenedDocument> {
    if (versions === null) throw new Error('The guard reads the versions.');
    const { folder, now } = this.#deps;
    const found = await this.#find(address, versions);
    if (found.state !== 'there') throw await absence(found, folder, now());
    const file = await folder.open(found.file);
    if (typeof file !== 'string') {
      return { found: { ...found.file, document_id: found.document_id }, file };
    }
    await folder.requireReachable();
    throw this.changed(versions);
  }

  /** Asks for a scan; gives the refusal for a file that is not as the last scan found it. */
  changed(versions: Versions | null): LibraryError {
    const { files = -1 } = versions ?? {};
    if (this.#toldAt !== files) this.#deps.onChanged();
    this.#toldAt = files;
    return changing();
  }

  // Both counters only rise, so an equal sum means that neither changed.
  #find(address: string, { catalogue, files }: Versions): Promise<AddressedFile> {
    const key = addressedFileKey(address);
    return this.#known.get(key, catalogue + files, () => findAddressedFile(this.#deps.db, address));
  }
}

async function absence(
  found: Exclude<AddressedFile, { state: 'there' }>,
  folder: SharedFolder,
  now: number,
): Promise<LibraryError> {
  if (found.state === 'no_entry') {
    return new LibraryError('not_found', 'Document not found.');
  }
  await folder.requireReachable();
  switch (found.state) {
    case 'missing':
      return new LibraryError('not_found', 'The PDF file was not found.');
    case 'not_pdf':
      return new LibraryError('file_damaged', 'The file exists, but it is not a PDF.');
    case 'incomplete':
      if (now - found.since < longestPauseMs) return changing();
      return new LibraryError('file_damaged', 'The PDF file exists, but it was cut off.');
    case 'changing':
      return changing();
  }
}

/**
 * The file is not as the last scan found it. It may be half there, or away for the moment in which
 * another takes its place: only the next scan can tell whether it is gone.
 */
function changing(): LibraryError {
  const message = 'The PDF file is being copied or replaced.';
  return new LibraryError('file_changing', message, { retryAfterSeconds: 2 });
}
