import nodeFs from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, type TestLibrary } from '../harness.ts';
import type { Library } from '../../server/changes/change.ts';
import { linesAfter } from '../../server/changes/trail.ts';
import { openLibrary } from '../../server/library.ts';
import { findFileOf } from '../../server/matching/entry-files.ts';
import { purgeBrokenOff } from '../../server/share/incoming.ts';
import { ownMark } from '../../server/processes/alive.ts';
import { type ShareFs, SharedFolder } from '../../server/share/shared-folder.ts';
import { finishFileChanges } from '../../server/files/file-change.ts';
import { renameFile } from '../../server/files/rename.ts';
import { uploadFile } from '../../server/files/upload.ts';

const before = '%PDF-1.7\nbefore\n%%EOF\n';
const after = '%PDF-1.7\nafter, and longer\n%%EOF\n';

/** A folder whose process is killed at the call of that number: it is not made, nor any later one. */
function folderKilledAt(root: string, call: number) {
  const killed = Promise.withResolvers<'killed'>();
  let calls = 0;
  const fs = new Proxy(nodeFs as ShareFs, {
    get(target, name: keyof ShareFs) {
      return (...args: never[]) => {
        calls += 1;
        if (calls >= call) killed.resolve('killed');
        else (target[name] as (...args: never[]) => void)(...args);
      };
    },
  });
  return { folder: new SharedFolder({ root, fs }), killed: killed.promise };
}

/** As if a process that was killed had made the changes that are written down. */
async function startAgain(library: TestLibrary): Promise<{ library: Library; root: string }> {
  await library.close();
  const again = await openLibrary(library.config);
  onTestFinished(() => again.db.destroy());
  const mark = ownMark().replace(`-${process.pid}-`, '-4294967295-'); // no process has this id
  await again.db.updateTable('file_changes').set({ mark }).execute();
  const root = library.config.shareDir;
  const folder = new SharedFolder({ root, fs: nodeFs });
  await finishFileChanges(again, folder);
  await finishFileChanges(again, folder); // a second time changes nothing
  expect(await again.db.selectFrom('file_changes').selectAll().execute()).toEqual([]);
  for (const name of await readdir(root)) {
    const at = path.join(root, name);
    if (name.endsWith('.part')) nodeFs.utimesSync(at, 0, 0);
  }
  await purgeBrokenOff(folder);
  return { library: again, root };
}

async function whatIsThere({ library, root }: { library: Library; root: string }) {
  const names = (await readdir(root)).filter((name) => name !== '.superseded').toSorted();
  const kept = await readdir(path.join(root, '.superseded')).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(root, name), 'utf8')] as const),
  );
  const lines = (await linesAfter(library.db, 0, 100)).filter((line) => line.subject === 'file');
  return {
    files: Object.fromEntries(files),
    kept: kept.length,
    matched: (await findFileOf(library.db, 1))?.path ?? null,
    lines: lines.map((line) => line.action),
  };
}

type Kind = {
  files: Record<string, string>;
  change: (library: TestLibrary, folder: SharedFolder) => Promise<unknown>;
  neither: unknown;
  both: unknown;
};
const upload = (library: TestLibrary, folder: SharedFolder) =>
  uploadFile(library.library, folder, Readable.from([Buffer.from(after)]), {
    user: 'jsmith',
    documentId: 1,
    replace: true,
  });
const name = 'AM-1_EN_1.pdf';

const kinds: Record<string, Kind> = {
  'an upload': {
    files: {},
    change: upload,
    neither: { files: {}, kept: 0, matched: null, lines: [] },
    both: { files: { [name]: after }, kept: 0, matched: name, lines: ['uploaded'] },
  },
  'a replacement': {
    files: { [name]: before },
    change: upload,
    neither: { files: { [name]: before }, kept: 0, matched: name, lines: [] },
    both: { files: { [name]: after }, kept: 1, matched: name, lines: ['replaced'] },
  },
  'a replacement under another name': {
    files: { 'am-1_1.PDF': before },
    change: upload,
    neither: { files: { 'am-1_1.PDF': before }, kept: 0, matched: 'am-1_1.PDF', lines: [] },
    both: { files: { [name]: after }, kept: 1, matched: name, lines: ['replaced'] },
  },
  'a rename': {
    files: { 'AM 1 EN 1.pdf': before },
    change: (library, folder) =>
      renameFile(library.library, folder, { user: 'jsmith' }, { fileId: 1, documentId: 1 }),
    neither: { files: { 'AM 1 EN 1.pdf': before }, kept: 0, matched: null, lines: [] },
    both: { files: { [name]: before }, kept: 0, matched: name, lines: ['renamed'] },
  },
};

test.each(Object.entries(kinds))(
  '%s that is killed at any call leaves all of it or nothing',
  async (_what, { files, change, neither, both }) => {
    const outcomes: string[] = [];
    for (let call = 1; outcomes.at(-1) !== 'done'; call++) {
      const library = await startLibrary(onTestFinished, { entries: [{}], files });
      const { folder, killed } = folderKilledAt(library.config.shareDir, call);
      const ended = await Promise.race([change(library, folder).then(() => 'done'), killed]);
      const found = await whatIsThere(await startAgain(library));
      const isBoth = JSON.stringify(found) === JSON.stringify(both);
      expect([call, found]).toEqual([call, isBoth ? both : neither]);
      expect(ended === 'done' ? isBoth : true).toBe(true);
      outcomes.push(ended === 'done' ? 'done' : isBoth ? 'both' : 'neither');
    }
    // The moment at which the file gets its name decides, and there are calls on both sides of it.
    const decided = outcomes.indexOf('both');
    expect(decided).toBeGreaterThan(0);
    expect(outcomes.slice(decided, -1).every((outcome) => outcome === 'both')).toBe(true);
  },
);
