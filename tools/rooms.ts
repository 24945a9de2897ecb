import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Rooms from the top line to the bottom: a room may import rooms of the lines below its own. A room is
 * a folder, a file, or several of them; what a narrower room of the same list names is not in it.
 */
type Lines = string[][];

const sides: Lines = [
  ['bench deploy test tools'],
  ['sample'],
  ['cli'],
  ['server', 'web'],
  ['contract'],
];
const server: Lines = [
  ['server'], // app.ts, serve.ts and the other files that put the rooms together
  ['server/backup', 'server/exports', 'server/grid', 'server/health'],
  ['server/imports'],
  ['server/cases', 'server/notes', 'server/undo'],
  ['server/scan', 'server/files', 'server/search', 'server/ocr'],
  ['server/redline'],
  ['server/references'],
  ['server/history', 'server/matching', 'server/pdf'],
  ['server/catalogue'],
  ['server/spreadsheet'],
  ['server/jobs', 'server/auth', 'server/share', 'server/paper'],
  ['server/changes'],
  ['server/http', 'server/db'],
  ['server/config', 'server/processes', 'server/revisions', 'server/units'],
];
const web: Lines = [['web/screens'], ['web/viewer'], ['web/ui'], ['web/content', 'web/api.ts']];
const webConsole: Lines = [
  ['web/screens/console'], // console.tsx, which puts the folders together
  ['web/screens/console/catalogue', 'web/screens/console/files', 'web/screens/console/cases'],
  ['web/screens/console/uploads', 'web/screens/console/history'],
  ['web/screens/console/standards', 'web/screens/console/sheets'],
  ['web/screens/console/grid'],
  ['web/screens/console/grid/saving'],
  ['web/screens/console/state'],
  ['web/screens/console/undo'],
  ['web/screens/console/rows', 'web/screens/console/jobs'],
  [
    inConsole(
      'console-api.ts',
      'format.ts',
      'failed-change.ts',
      'field-changes.ts',
      'loading-or-failed.tsx',
    ),
  ],
];

function inConsole(...files: string[]): string {
  return files.map((file) => `web/screens/console/${file}`).join(' ');
}

/** The tables, by the room that writes them: other rooms call its functions. Anyone may read. */
export const tables = {
  'server/auth':
    'access_audit login_attempts outside_checks secrets sessions user_groups user_roles users',
  'server/backup': 'backup_results',
  'server/cases':
    'calendar_days calendars case_action_lines case_actions case_days case_lines case_owners case_people case_rules cases',
  'server/catalogue': 'customers documents former_numbers revisions standards',
  'server/changes': 'audit changes feed_cursors',
  'server/db': 'versions',
  'server/files': 'file_changes',
  'server/imports': 'import_headings',
  'server/jobs': 'jobs workers',
  'server/matching': 'entry_files files near_keys',
  'server/notes': 'note_comments note_pictures note_signatures notes',
  'server/ocr': 'ocr_contents ocr_texts',
  'server/pdf': 'content_words contents page_texts pictures',
  'server/redline': 'redlines',
  'server/references': 'content_mentions mentions missing_numbers number_shapes',
  'server/scan': 'scan_state',
  'server/search': 'opened_documents searches_without_hit',
};

/**
 * The most production lines of each room: .ts, .tsx and .js without tests. A file counts in the narrowest room that is
 * named here. A room that outgrows its number fails a test; raise the number in the commit that needs it, and say why.
 */
export const sizes: Record<string, number> = {
  server: 608,
  'server/auth': 3459,
  'server/backup': 1633,
  // A case that goes on when a newer revision is deleted, and reports that count while they are made.
  'server/cases': 4197,
  'server/catalogue': 2160,
  'server/changes': 418,
  'server/config': 929,
  // Each migration stays as it ran, also the one that renames what one before it made.
  'server/db': 3801,
  'server/exports': 236,
  'server/files': 1261,
  'server/grid': 965,
  'server/health': 359,
  'server/history': 277,
  'server/http': 954,
  'server/imports': 1388,
  'server/jobs': 1087,
  'server/matching': 1262,
  'server/notes': 4139,
  'server/ocr': 529,
  'server/paper': 212,
  // Columns by every leap of the painted order; a font for Japanese.
  'server/pdf': 4124,
  'server/processes': 599,
  'server/redline': 5086,
  'server/references': 1301,
  'server/revisions': 1215,
  'server/scan': 1482,
  // Customers, new revisions and what to compare, to begin with.
  'server/search': 5380,
  'server/share': 859,
  'server/spreadsheet': 585,
  'server/undo': 993,
  'server/units': 420,
  // Unsaved work of every kind in one table, which was the notes' own.
  web: 1437,
  // Which search finds a document.
  'web/content': 160,
  // A logout asks about unsaved work; a forgotten password.
  'web/screens': 800,
  'web/screens/account': 350,
  // Decisions and remarks that wait for the server, outlive a reload, and keep their text when refused.
  'web/screens/cases': 3731,
  'web/screens/console': 10477,
  // What else there is where a PDF is missing; the chosen document is drawn before the press.
  'web/screens/main': 2455,
  'web/screens/redline': 2513,
  // The empty main page as a start.
  'web/screens/search': 1990,
  // The table of commands, of all keys.
  'web/ui': 2430,
  'web/viewer': 6950,
  'web/viewer/notes': 4530,
  contract: 4384,
  cli: 2250,
  tools: 2050,
  deploy: 200,
  sample: 400,
  bench: 2350,
};

/** The production lines of each room of `sizes`, and the sums of both sides. */
export function linesOfRooms(root: string): Map<string, number> {
  const counted = new Map(Object.keys(sizes).map((room) => [room, 0]));
  for (const file of productionFiles(root)) {
    const room = narrowest(Object.keys(sizes), file);
    if (room === null) throw new Error(`${file} is in no room of sizes.`);
    counted.set(room, (counted.get(room) ?? 0) + linesIn(path.join(root, file)));
  }
  return counted;
}

function narrowest(rooms: string[], file: string): string | null {
  const around = rooms.filter((room) => file === room || file.startsWith(`${room}/`));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function linesIn(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

/** A write to a table of another room. */
export type ForeignWrite = { file: string; table: string };

/** Names that two files of server, web, contract or cli export as types; a schema's type has the schema's name. */
export function typesOfOneName(root: string): string[] {
  const names = sourceFiles(root)
    .filter((file) => /^(server|web|contract|cli)\//.test(file) && !file.includes('/migrations/'))
    .flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/^export (?:type|class) (\w+)/gm),
    ])
    .map(([, name = '']) => name);
  return names.filter((name, at) => names.indexOf(name) !== at);
}

/** Every write to a table of another room. Migrations may write to any. */
export function foreignWrites(root: string): ForeignWrite[] {
  const owned = Object.entries(tables).flatMap(([room, names]) =>
    names.split(' ').map((name) => [name, room] as const),
  );
  const owners = new Map<string, string>(owned);
  return sourceFiles(root)
    .filter((file) => !/^(server\/db\/migrations|server\/backup\/moving|test|bench)\//.test(file))
    .flatMap((file) =>
      writesIn(readFileSync(path.join(root, file), 'utf8'))
        // A table that only a variable names could be anyone's.
        .filter((table) => table.startsWith('{') || owners.has(table))
        .filter((table) => !file.startsWith(`${owners.get(table)}/`))
        .map((table) => ({ file, table })),
    );
}

const writePattern =
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?:'(\w+)|(\w+))|\b(?:insert into|delete from|update) (\w+)/g;

function writesIn(source: string): string[] {
  return [...source.matchAll(writePattern)].map(
    ([, built, variable, written]) => built ?? (variable && `{${variable}}`) ?? written ?? '',
  );
}

/** An import that the lines above forbid. */
export type Fault = { file: string; imports: string };

/**
 * Every forbidden import of the files below this folder, but for tests, which may import anything. The file of a
 * child process or thread counts as an import.
 */
export function forbiddenImports(root: string): Fault[] {
  return sourceFiles(root).flatMap((file) =>
    importsOf(file, readFileSync(path.join(root, file), 'utf8'))
      .filter((imports) => isForbidden(file, imports))
      .map((imports) => ({ file, imports })),
  );
}

/** Whether one file may not import the other; both named from the project's folder. */
export function isForbidden(file: string, imports: string): boolean {
  return [sides, server, web, webConsole].some((lines) => {
    const from = roomOf(lines, file);
    const to = roomOf(lines, imports);
    return from !== null && to !== null && from.room !== to.room && to.line <= from.line;
  });
}

/** The narrowest room that a file is in. */
function roomOf(lines: Lines, file: string): { room: string; line: number } | null {
  let found: { room: string; line: number; length: number } | null = null;
  for (const [line, rooms] of lines.entries()) {
    for (const room of rooms) {
      for (const at of room.split(' ')) {
        const isIn = file === at || file.startsWith(`${at}/`);
        if (isIn && at.length > (found?.length ?? 0)) found = { room, line, length: at.length };
      }
    }
  }
  return found;
}

function sourceFiles(root: string): string[] {
  return filesOfSides(root).filter((file) => /\.tsx?$/.test(file));
}

function productionFiles(root: string): string[] {
  return filesOfSides(root).filter(
    (file) => /\.(tsx?|js)$/.test(file) && !file.startsWith('test/'),
  );
}

function filesOfSides(root: string): string[] {
  return sides
    .flatMap((rooms) => rooms.flatMap((room) => room.split(' ')))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    )
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*'((?:\.|#contract)[^']*)'/g;
const childPattern = /path\.join\(import\.meta\.dirname, ((?:'[^']*', )*'[^']*\.[jt]s')\)/g;

function importsOf(file: string, source: string): string[] {
  const imported = [...source.matchAll(importPattern)].map(([, to = '']) => to);
  const started = [...source.matchAll(childPattern)].map(([, parts = '']) =>
    parts.replaceAll(/', '/g, '/').slice(1, -1),
  );
  return [...imported, ...started].map((to) =>
    to.startsWith('#contract/')
      ? `contract/${to.slice('#contract/'.length)}`
      : path.posix.join(path.posix.dirname(file), to),
  );
}

// `node tools/rooms.ts` prints the size of each room beside its limit, and fails where one is larger.
if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const counted = linesOfRooms(root);
  for (const [room, lines] of counted) {
    console.log(`${String(lines).padStart(6)} of ${String(sizes[room]).padStart(6)}  ${room}`);
    if (lines > (sizes[room] ?? 0)) process.exitCode = 1;
  }
  for (const side of ['server', 'web']) {
    const rooms = [...counted].filter(([room]) => room === side || room.startsWith(`${side}/`));
    const sum = rooms.reduce((total, [, lines]) => total + lines, 0);
    console.log(`${String(sum).padStart(6)}            ${side}, whole`);
  }
}
