import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { emptyFault, type UploadStatus, type Verdict } from '#contract/upload-status.ts';
import type { Db, Schema } from '../db/schema.ts';
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

const misnamedVerdicts = ['name_unknown', 'no_entry'] as const;

const noFile: UploadStatus = { code: 'no_file', file: null, fault: null };

/** Whether the status of an entry has this code; of entries with their files. The same rule as above, in SQL. */
export function hasStatus(code: UploadStatus['code']): Expression<SqlBool> {
  const { and, eb, exists, not, or, selectFrom } = expressionBuilder<
    Schema,
    'documents' | 'files'
  >();
  const misnamed = exists(
    selectFrom('files as near')
      .select('near.id')
      .whereRef('near.nearest_document_id', '=', 'documents.id')
      .where('near.verdict', 'in', misnamedVerdicts)
      .where('near.gone_at', 'is', null),
  );
  const isWhole = eb('files.verdict', 'in', wholeVerdicts);
  switch (code) {
    case 'no_file':
      return and([eb('files.id', 'is', null), not(misnamed)]);
    case 'wrong_name':
      return and([eb('files.id', 'is', null), misnamed]);
    case 'available':
      return and([isWhole, eb('files.hash', 'is not', null)]);
    case 'checking':
      return or([
        eb('files.verdict', '=', 'checking'),
        and([isWhole, eb('files.hash', 'is', null)]),
      ]);
    default:
      return eb('files.verdict', '=', code);
  }
}

const wholeVerdicts = ['matched', 'duplicate', 'no_entry', 'name_unknown'] as const;

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
