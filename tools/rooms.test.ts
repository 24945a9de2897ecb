import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  forbiddenImports,
  foreignWrites,
  isForbidden,
  linesOfRooms,
  sizes,
  tables,
  typesOfOneName,
} from './rooms.ts';

const root = path.join(import.meta.dirname, '..');

test.each([
  ['server/files/upload.ts', 'server/matching/status.ts', false],
  ['server/matching/status.ts', 'server/files/upload.ts', true],
  ['server/changes/change.ts', 'server/auth/guard.ts', true], // side by side is a circle in waiting
  ['server/changes/change.ts', 'server/app.ts', true],
  ['server/app.ts', 'server/grid/routes.ts', false],
  ['server/catalogue/lists.ts', 'server/processes/semaphore.ts', false],
  ['server/db/open.ts', 'contract/errors.ts', false],
  ['contract/errors.ts', 'server/db/open.ts', true],
  ['web/api.ts', 'server/app.ts', true],
  ['web/ui/button/button.tsx', 'web/screens/login.tsx', true],
  ['web/viewer/viewer.tsx', 'web/ui/button/button.tsx', false],
  ['web/screens/console/console.tsx', 'web/screens/console/files/files-tab.tsx', false],
  ['web/screens/console/files/files-tab.tsx', 'web/screens/console/console.tsx', true],
  ['web/screens/console/files/a.ts', 'web/screens/console/catalogue/b.ts', true],
  ['web/screens/console/undo/a.ts', 'web/screens/console/state/b.ts', true],
  ['web/screens/console/grid/a.ts', 'web/screens/console/grid/saving/b.ts', false],
  ['web/screens/console/grid/saving/b.ts', 'web/screens/console/grid/a.ts', true],
  ['web/screens/console/rows/a.ts', 'web/screens/console/format.ts', false],
  ['cli/scan.ts', 'server/scan/scan.ts', false],
  ['server/scan/scan.ts', 'cli/scan.ts', true],
  ['test/harness.ts', 'bench/corpus.ts', false],
])('whether %s may import %s is said by the lines of rooms', (file, imports, forbidden) => {
  expect(isForbidden(file, imports)).toBe(forbidden);
});

test('no file of the project imports against the lines', () => {
  expect(forbiddenImports(root)).toEqual([]);
});

test('each table is written by the room that owns it', () => {
  expect(foreignWrites(root)).toEqual([]);
});

test('no room is larger than its size', () => {
  const grown = [...linesOfRooms(root)].filter(([room, lines]) => lines > (sizes[room] ?? 0));
  expect(grown).toEqual([]);
});

test('no two exported types have one name', () => {
  expect(typesOfOneName(root)).toEqual([]);
});

test('every table of the schema has one owner', () => {
  const schema = readFileSync(path.join(root, 'server/db/schema.ts'), 'utf8');
  const inSchema = [...schema.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
  expect(Object.values(tables).join(' ').split(' ').toSorted()).toEqual(inSchema.toSorted());
});

test('a write to a table of another room, and the start of its child, are found', () => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'rooms-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const folders = ['bench', 'deploy', 'test', 'tools', 'sample', 'cli', 'web', 'contract'];
  for (const folder of [...folders, 'server/auth', 'server/scan']) {
    mkdirSync(path.join(project, folder), { recursive: true });
  }
  const source = [
    "await tx.deleteFrom('users').execute();",
    'await sql`update files set bytes = 0`;',
    'await tx.updateTable(subject).execute();',
    "const child = path.join(import.meta.dirname, '..', 'scan', 'scan-child.ts');",
  ];
  writeFileSync(path.join(project, 'server/auth/guard.ts'), source.join('\n'));
  expect(foreignWrites(project).map(({ table }) => table)).toEqual(['files', '{subject}']);
  expect(forbiddenImports(project)).toEqual([
    { file: 'server/auth/guard.ts', imports: 'server/scan/scan-child.ts' },
  ]);
});
