import {
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import type { Follower } from '../audit/feed.ts';
import type { Fields, FeedLine } from '../audit/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Tx } from '../db/schema.ts';
import { judgeFiles, suggestedFiles } from './judge.ts';
import { storedMatch } from './match.ts';

/** Keeps match and verdicts in step with the catalogue, and with files that the console changes. */
export const matchingFollower: Follower = {
  name: 'matching',
  async follow(tx, pages) {
    let identitiesChanged = false;
    for await (const lines of pages) {
      const moved = lines.filter(({ subject, before, after }) => {
        return subject === 'document' && !isSameIdentity(before, after);
      });
      const ids = [...(await suggestedTo(tx, moved)), ...fileIdsIn(lines)];
      const renamed = lines.filter(({ subject }) => subject === 'file');
      const keys = [...(await keysToMatch(tx, moved)), ...renamed.flatMap(nameKeysIn)];
      if (ids.length + keys.length > 0) await judgeFiles(tx, { ids, keys });
      identitiesChanged ||= moved.length > 0;
    }
    // Once, however many entries a change has.
    if (identitiesChanged) await judgeFiles(tx, { ids: await unresolvedFiles(tx) });
  },
  async rebuild(tx) {
    for (let after = 0; ;) {
      const files = await tx
        .selectFrom('files')
        .select('id')
        .where('id', '>', after)
        .where('gone_at', 'is', null)
        .orderBy('id')
        .limit(filesAtOnce)
        .execute();
      const last = files.at(-1);
      if (last === undefined) return;
      await judgeFiles(tx, { ids: files.map(({ id }) => id) });
      after = last.id;
    }
  },
};

const filesAtOnce = 500;
const mostUnresolved = 2000;

/** Files without an entry: they may be named after an entry that was just added or changed. */
async function unresolvedFiles(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('verdict', 'in', ['name_unknown', 'no_entry'])
    .where('gone_at', 'is', null)
    .orderBy('id')
    .limit(mostUnresolved)
    .execute();
  return rows.map(({ id }) => id);
}

async function suggestedTo(tx: Tx, lines: readonly FeedLine[]): Promise<number[]> {
  const files = await suggestedFiles(
    tx,
    lines.map(({ subject_id }) => subject_id),
  );
  return files.map(({ id }) => id);
}

// An entry gains or shares a file only through a name that some file has, and loses the one it has.
// Most entries of a large import have neither.
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

function isSameIdentity(before: Fields | null, after: Fields | null): boolean {
  if (before === null || after === null) return false;
  const parts = ['doc_num', 'language', 'doc_rev'];
  return parts.every((part) => before[part] === after[part]);
}

function fileIdsIn(lines: readonly FeedLine[]): number[] {
  return lines.flatMap(({ subject, subject_id }) => (subject === 'file' ? [subject_id] : []));
}

/** The names of files that a line is about, by key: an entry's two, or a file's. */
export function nameKeysIn({ subject, before, after }: FeedLine): string[] {
  if (subject === 'customer') return [];
  return [before, after].flatMap((fields) => {
    if (fields === null) return [];
    if (subject === 'file') return [fileNameKey(String(fields['path']).replace(/^.*\//, ''))];
    // Our own audit of a document has its three fields.
    const of = fields as unknown as DocumentIdentity;
    return [pdfFileName(of), shortPdfFileName(of)].map(fileNameKey);
  });
}
