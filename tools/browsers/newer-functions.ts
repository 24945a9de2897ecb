import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { type BrowserVersions, oldestBrowsers } from './oldest-browsers.ts';

/** Objects of the browser and their members that some of the browsers lack. */
export type NewerFunctions = {
  /** `Temporal`: whole objects, and functions of the page itself. */
  globals: Lacking;
  /** `AbortSignal.any`, `Map.getOrInsert`: by the object, whether static or of its instances. */
  members: Lacking;
  /** `getOrInsert`: members of instances that are newer wherever there is one of that name. */
  methods: Lacking;
};

/** By name, the browsers that lack it. */
type Lacking = Map<string, string[]>;

// Methods of other objects have names that ordinary code uses, such as `destroy`; and a page gets those
// objects only after it checked that the browser has them.
const everyday =
  /^(Abort|Blob|Canvas|Clipboard$|CSSStyle|Data|Document|DOM|Element|Event|File|Form|Headers|History|HTML|Image|Intersection|Location|Message|Mutation|Navigator$|Node|Offscreen|Performance|Pointer|Range|Readable|Request|Resize|Response|Selection|Shadow|Storage|Text|Touch|URL|Window|Worker)/;
const page = /^(Window|WorkerGlobalScope)$/;

/** What these browsers lack, or the oldest supported ones. */
export function newerFunctions(browsers: BrowserVersions = oldestBrowsers): NewerFunctions {
  const data = readData();
  const globals: Lacking = new Map();
  const members: Lacking = new Map();
  const methods: Lacking = new Map();
  const known = new Set<string>(); // members that some object has in all browsers
  for (const side of [data.javascript.builtins, data.api]) {
    for (const [object, entry] of namedIn(side)) {
      note(globals, object, browsersWithout(entry, browsers));
      for (const [member, memberEntry] of namedIn(entry)) {
        const lackedBy = browsersWithout(memberEntry, browsers);
        if (lackedBy.length === 0) known.add(member);
        note(members, `${object}.${member}`, lackedBy);
        if (page.test(object)) note(globals, member, lackedBy);
        if (side !== data.api || everyday.test(object)) note(methods, member, lackedBy);
      }
    }
  }
  for (const name of known) methods.delete(name);
  return { globals, members, methods };
}

/** What MDN knows of browsers. Read rather than imported: Vitest would make a module of its 20 MB. */
export function readData(): CompatData {
  const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

function note(lacking: Lacking, name: string, lackedBy: string[]): void {
  if (lackedBy.length > 0) lacking.set(name, lackedBy);
}

function namedIn(entry: Identifier = {}): [name: string, entry: Identifier][] {
  return Object.entries(entry).flatMap(([key, below]): [string, Identifier][] => {
    const name = key.replace(/_static$/, '');
    // Other names with an underscore are behaviours, which a script cannot name.
    const isName = /^[a-z][a-z0-9]*$/i.test(name) && '__compat' in below;
    return isName ? [[name, below]] : [];
  });
}

export function browsersWithout(
  { __compat: compat }: Identifier,
  browsers: BrowserVersions = oldestBrowsers,
): string[] {
  return Object.entries(browsers)
    .filter(([browser, oldest]) => {
      // Our names of browsers are also MDN's.
      const support = compat?.support[browser as keyof BrowserVersions];
      return ![support ?? []].flat().some((statement) => isThere(statement, oldest));
    })
    .map(([browser]) => browser);
}

function isThere(statement: SimpleSupportStatement, oldest: string): boolean {
  const { version_added: added, version_removed: removed } = statement;
  if (added === false || added === 'preview') return false;
  if (statement.flags || statement.prefix || statement.alternative_name) return false;
  const isGone = typeof removed === 'string' && !isAfter(removed, oldest);
  return !isGone && !isAfter(added, oldest);
}

/** Whether a version is newer than another: `16.10` is after `16.4`. */
function isAfter(version: string, other: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [otherMajor = 0, otherMinor = 0] = numbersOf(other);
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}

function numbersOf(version: string): number[] {
  return version.replace('≤', '').split('.').map(Number);
}
