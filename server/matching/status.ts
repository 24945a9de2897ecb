import { emptyFault, type UploadStatus, type Verdict } from '#contract/upload-status.ts';
import type { Db } from '../db/schema.ts';
import { selectInPortions } from '../db/portions.ts';

/** The status of each entry's file, by the entry's id. */
export async function statusesOf(
  db: Db,
  documentIds: readonly number[],
): Promise<Map<number, UploadStatus>> {
  const matched = await selectInPortions(documentIds, (portion) =>
    db
      .selectFrom('entry_files')
      .innerJoin('files', 'files.id', 'entry_files.file_id')
      .select(['document_id', 'files.id', 'path', 'bytes', 'verdict', 'hash', 'fault'])
      .where('document_id', 'in', portion),
  );
  const statuses = new Map(matched.map((row) => [row.document_id, statusBy(row)]));
  const without = documentIds.filter((id) => !statuses.has(id));
  const misnamed = await misnamedFilesOf(db, without);
  for (const id of without) {
    const file = misnamed.get(id);
    const status = file === undefined ? noFile : { code: 'wrong_name' as const, file, fault: null };
    statuses.set(id, status);
  }
  return statuses;
}

/** Only the codes, of all entries with ids in a range; those without a file are omitted. */
export async function statusCodesBetween(
  db: Db,
  after: number,
  upTo: number,
): Promise<Map<number, UploadStatus['code']>> {
  const misnamed = await db
    .selectFrom('files')
    .select('nearest_document_id')
    .where('nearest_document_id', '>', after)
    .where('nearest_document_id', '<=', upTo)
    .where('verdict', 'in', misnamedVerdicts)
    .where('gone_at', 'is', null)
    .execute();
  const matched = await db
    .selectFrom('entry_files')
    .innerJoin('files', 'files.id', 'entry_files.file_id')
    .select(['document_id', 'verdict', 'hash'])
    .where('document_id', '>', after)
    .where('document_id', '<=', upTo)
    .execute();
  return new Map([
    ...misnamed.map((file) => [file.nearest_document_id ?? 0, 'wrong_name'] as const),
    ...matched.map((file) => [file.document_id, codeBy(file)] as const),
  ]);
}

const misnamedVerdicts = ['name_unknown', 'no_entry'] as const;

const noFile: UploadStatus = { code: 'no_file', file: null, fault: null };

type MatchedFile = {
  id: number;
  path: string;
  bytes: number;
  verdict: Verdict;
  hash: string | null;
  fault: string | null;
};

function statusBy({ id, path, bytes, verdict, hash, fault }: MatchedFile): UploadStatus {
  const code = codeBy({ verdict, hash });
  const isEmpty = code === 'incomplete' && bytes === 0;
  return {
    code,
    file: { id, path },
    fault: isEmpty ? emptyFault : code === verdict || verdict === 'matched' ? fault : null,
  };
}

function codeBy({ verdict, hash }: Pick<MatchedFile, 'verdict' | 'hash'>): UploadStatus['code'] {
  switch (verdict) {
    case 'checking':
    case 'copying':
    case 'incomplete':
    case 'not_pdf':
    case 'too_large':
    case 'broken':
    case 'encrypted':
      return verdict;
    case 'matched':
    case 'duplicate':
    case 'no_entry':
    case 'name_unknown':
      return hash === null ? 'checking' : 'available';
  }
}

/** Files that seem to belong to these entries although their names differ; nearest the top wins. */
async function misnamedFilesOf(
  db: Db,
  documentIds: readonly number[],
): Promise<Map<number, { id: number; path: string }>> {
  const found = await selectInPortions(documentIds, (portion) =>
    db
      .selectFrom('files')
      .select(['id', 'path', 'nearest_document_id'])
      .where('nearest_document_id', 'in', portion)
      .where('verdict', 'in', misnamedVerdicts)
      .where('gone_at', 'is', null)
      .orderBy('depth', 'desc')
      .orderBy('path', 'desc'),
  );
  return new Map(
    found.map(({ id, path, nearest_document_id }) => [nearest_document_id ?? 0, { id, path }]),
  );
}
