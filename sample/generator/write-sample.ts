import { createHash } from 'node:crypto';
import { access, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleEntry, sampleEntries, sampleFileName } from '../catalogue.ts';
import { writeDrawingPdf } from './drawing/drawing-pdf.ts';
import { composeHandbook } from './standard/compose-handbook.ts';
import { type StandardOptions, composeStandard } from './standard/compose-standard.ts';
import { writeScanPdf } from './scan-pdf.ts';
import { writeStandardPdf } from './standard/standard-pdf.ts';
import { sampleFolder } from './texts/text-file.ts';
import { isLanguage } from './texts/words.ts';

export type WriteSampleOptions = {
  onProgress?: (done: number, total: number) => void;
  /** The files to write, by name; all of them without it. */
  only?: ReadonlySet<string>;
};

/** Holds the hash of the generator that wrote the folder. Scans skip hidden files. */
const versionFileName = '.sample-generator';

/**
 * Writes every PDF of the sample library to `folder`. Files that this same generator wrote before
 * are left alone, so that the second start of the demo is quick and the scan sees no change.
 */
export async function writeSampleFiles(
  folder: string,
  { onProgress, only }: WriteSampleOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const versionFile = join(folder, versionFileName);
  const generator = await generatorHash();
  const keep = (await readOrEmpty(versionFile)) === generator;
  // If this run is stopped half-way, the next one must not keep the files of both generators.
  if (!keep) await rm(versionFile, { force: true });
  const files = [...sampleFiles()].filter(([name]) => only?.has(name) ?? true);
  let done = 0;
  for (const [name, entry] of files) {
    const path = join(folder, name);
    if (!keep || !(await exists(path)))
      await writeWhole(path, join(folder, `.${name}.part`), entry);
    onProgress?.(++done, files.length);
  }
  await writeFile(versionFile, generator);
}

/** The files by name; two customers may share one. */
export function sampleFiles(): Map<string, SampleEntry> {
  const files = new Map<string, SampleEntry>();
  for (const entry of sampleEntries()) {
    const name = sampleFileName(entry);
    if (name !== null) files.set(name, entry);
  }
  return files;
}

async function writeWhole(path: string, partPath: string, entry: SampleEntry): Promise<void> {
  try {
    await writeSamplePdf(partPath, entry);
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}

async function writeSamplePdf(path: string, entry: SampleEntry): Promise<void> {
  const { file } = entry;
  switch (file.made) {
    case 'standard':
      return writeStandardPdf(
        path,
        composeStandard(standardOptions(entry, file.topics, file.issuer)),
      );
    case 'handbook':
      return writeStandardPdf(
        path,
        composeHandbook(standardOptions(entry, file.topics, entry.customer)),
      );
    case 'drawing':
      return writeDrawingPdf(path, sheetOf(entry));
    case 'scan':
      return writeScanPdf(path, sheetOf(entry));
    case 'never':
      throw new Error(`${entry.doc_num} has no file to write.`);
  }
}

function sheetOf(entry: SampleEntry) {
  return {
    doc_num: entry.doc_num,
    doc_rev: entry.doc_rev,
    title: entry.doc_desc.replace(/ \(.*\)$/, ''),
    issuer: entry.customer,
    issued: new Date(`${entry.issued}T08:00:00Z`),
  };
}

function standardOptions(
  entry: SampleEntry,
  topics: StandardOptions['topics'],
  issuer: string,
): StandardOptions {
  const language = entry.language ?? 'EN';
  return {
    doc_num: entry.doc_num,
    issues: issuesUpTo(entry),
    language: isLanguage(language) ? language : 'EN',
    title: entry.doc_desc,
    issuer,
    topics,
  };
}

/** The revision of the entry and those before it: 'C' comes after 'A' and 'B'. */
function issuesUpTo(entry: SampleEntry): StandardOptions['issues'] {
  const known = new Map(
    sampleEntries()
      .filter((each) => each.doc_num === entry.doc_num)
      .map((each) => [each.doc_rev, each.issued]),
  );
  const day = 86_400_000;
  let issued = new Date(`${entry.issued}T08:00:00Z`);
  const issues = [{ doc_rev: entry.doc_rev, issued }];
  for (const doc_rev of revisionsBefore(entry.doc_rev).toReversed()) {
    const named = known.get(doc_rev);
    issued =
      named === undefined ? new Date(issued.getTime() - 430 * day) : new Date(`${named}T08:00:00Z`);
    issues.unshift({ doc_rev, issued });
  }
  return issues;
}

function revisionsBefore(doc_rev: string): string[] {
  const numbered = /^([A-Z]*)(\d{1,2})$/.exec(doc_rev);
  if (numbered !== null) {
    const [, prefix = '', digits = ''] = numbered;
    return Array.from(
      { length: Number(digits) - 1 },
      (_, at) => prefix + String(at + 1).padStart(digits.length, '0'),
    );
  }
  if (!/^[a-z]$/i.test(doc_rev)) return [];
  const first = doc_rev === doc_rev.toUpperCase() ? 'A' : 'a';
  const count = doc_rev.charCodeAt(0) - first.charCodeAt(0);
  return Array.from({ length: count }, (_, at) => String.fromCharCode(first.charCodeAt(0) + at));
}

/** A hash of code and texts, so that nobody has to remember to raise a version. */
async function generatorHash(): Promise<string> {
  const files = await Array.fromAsync(glob('**/*.{ts,csv,md,txt}', { cwd: sampleFolder }));
  const hash = createHash('sha256');
  // demo.ts and tests use the generator; they change nothing in what it writes.
  for (const name of files.toSorted().filter((each) => !/(^demo|\.test)\.ts$/.test(each))) {
    hash.update(name).update(await readFile(join(sampleFolder, name)));
  }
  return hash.digest('hex');
}

async function readOrEmpty(path: string): Promise<string> {
  return (await exists(path)) ? readFile(path, 'utf8') : '';
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
