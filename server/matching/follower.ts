import {
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import type { Follower } from '../changes/feed.ts';
import type { AuditFields, FeedLine } from '../changes/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Tx } from '../db/schema.ts';
import { judgeFiles, suggestedFiles } from './judge.ts';
import { storedMatch } from './match.ts';
import { filesNear } from './near-keys.ts';
import { inPages } from '../db/pages.ts';

/** Updates match and verdicts after changes of the catalogue, and of files by the console. */
export const matchingFollower: Follower = {
  name: 'matching',
  async follow(tx, pages) {
    for await (const lines of pages) {
      const moved = lines.filter(({ subject, before, after }) => {
        return subject === 'document' && !isSameIdentity(before, after);
      });
      await saveFormerMatches(tx, moved);
      const near = await filesNear(tx, moved.flatMap(identitiesIn));
      const ids = [...(await suggestedTo(tx, moved)), ...near, ...fileIdsIn(lines)];
      const renamed = lines.filter(({ subject }) => subject === 'file');
      const keys = [...(await keysToMatch(tx, moved)), ...renamed.flatMap(nameKeysIn)];
      if (ids.length + keys.length > 0) await judgeFiles(tx, { ids, keys });
    }
  },
  async rebuild(tx) {
    const there = tx.selectFrom('files').select('id').where('gone_at', 'is', null).orderBy('id');
    const pages = inPages(filesAtOnce, { id: 0 }, ({ id }) => there.where('id', '>', id));
    for await (const files of pages) await judgeFiles(tx, { ids: files.map(({ id }) => id) });
  },
};

const filesAtOnce = 500;

/** Remembers the former entry of a file when the entry's identity changes. */
async function saveFormerMatches(tx: Tx, lines: readonly FeedLine[]): Promise<void> {
  const changed = lines.filter(({ before, after }) => before !== null && after !== null);
  const matched = await storedMatch(
    tx,
    changed.map(({ subject_id }) => subject_id),
  );
  for (const [documentId, fileId] of matched) {
    const former = { former_document_id: documentId };
    await tx.updateTable('files').set(former).where('id', '=', fileId).execute();
  }
}

async function suggestedTo(tx: Tx, lines: readonly FeedLine[]): Promise<number[]> {
  const files = await suggestedFiles(
    tx,
    lines.map(({ subject_id }) => subject_id),
  );
  return files.map(({ id }) => id);
}

// Only names that some file has can change the match. Most entries of a large import have none.
async function keysToMatch(tx: Tx, lines: readonly FeedLine[]): Promise<string[]> {
  const matched = await storedMatch(
    tx,
    lines.map(({ subject_id }) => subject_id),
  );
  const losing = lines.filter(({ subject_id }) => matched.has(subject_id));
  const withFiles = await selectInPortions(lines.flatMap(nameKeysIn), (portion) =>
    tx.selectFrom('files').select('name_key').distinct().where('name_key', 'in', portion),
  );
  return [...losing.flatMap(nameKeysIn), ...withFiles.map(({ name_key }) => name_key)];
}

function isSameIdentity(before: AuditFields | null, after: AuditFields | null): boolean {
  if (before === null || after === null) return false;
  const parts = ['doc_num', 'language', 'doc_rev'];
  return parts.every((part) => before[part] === after[part]);
}

function fileIdsIn(lines: readonly FeedLine[]): number[] {
  return lines.flatMap(({ subject, subject_id }) => (subject === 'file' ? [subject_id] : []));
}

/** The keys of the file names that a line is about: an entry's two, or a file's. */
export function nameKeysIn({ subject, before, after }: FeedLine): string[] {
  if (subject === 'file') {
    const files = [before, after].filter((fields) => fields !== null);
    return files.map(({ path }) => fileNameKey(String(path).replace(/^.*\//, '')));
  }
  if (subject !== 'document') return [];
  return identitiesIn({ before, after }).flatMap((of) =>
    [pdfFileName(of), shortPdfFileName(of)].map(fileNameKey),
  );
}

/** A document's identity before and after; the audit line of a document has all three fields. */
function identitiesIn({ before, after }: Pick<FeedLine, 'before' | 'after'>): DocumentIdentity[] {
  const there = [before, after].filter((fields) => fields !== null);
  return there as unknown as DocumentIdentity[];
}
