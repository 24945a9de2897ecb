import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { endOf, killChild, lowerPriority, startChild } from '../processes/child.ts';
import type { GreyPicture } from '../pdf/draw/draw-grey.ts';
import { type TsvPage, readTsv } from './tsv.ts';

/** What tesseract on this machine can do of what is wanted; `fault` says what to install. */
export type Tesseract =
  | { languages: string[]; missing: string[]; fault: null }
  | { languages: []; missing: string[]; fault: string };

export type ReadingLimits = { pageMs: number; megabytes: number; processorSeconds: number };

const limitsByDefault: ReadingLimits = { pageMs: 180_000, megabytes: 2048, processorSeconds: 150 };
const mostBytes = 16 * 2 ** 20;
const prlimit = '/usr/bin/prlimit';
const hasPrlimit = process.platform === 'linux' && existsSync(prlimit);
// Readers and scans come first.
export const lowPriority = 15;

/** Looks for tesseract and its languages; of those that are wanted it takes the ones that are there. */
export function findTesseract(wanted: readonly string[], env = process.env): Tesseract {
  const asked = spawnSync('tesseract', ['--list-langs'], {
    env,
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (asked.status !== 0) {
    return {
      languages: [],
      missing: [...wanted],
      fault: 'tesseract is not installed (Debian: apt-get install tesseract-ocr)',
    };
  }
  const there = new Set(`${asked.stdout}\n${asked.stderr}`.split(/\s+/));
  const languages = wanted.filter((language) => there.has(language));
  const missing = wanted.filter((language) => !there.has(language));
  if (languages.length > 0) return { languages, missing, fault: null };
  const packages = missing.map((language) => `tesseract-ocr-${language.replaceAll('_', '-')}`);
  return {
    languages: [],
    missing,
    fault: `tesseract has none of the languages of OCR_LANGUAGES (Debian: apt-get install ${packages.join(' ')})`,
  };
}

/**
 * The words of a picture, with their places; null when tesseract fails, or takes too long; throws `busy` when it
 * cannot be started. It gets a plain picture through
 * its standard input, whose head we wrote, and knows no file's name.
 */
export async function readPicture(
  { width, height, pixels }: GreyPicture,
  languages: readonly string[],
  limits: Partial<ReadingLimits> = {},
): Promise<TsvPage | null> {
  const { pageMs, megabytes, processorSeconds } = { ...limitsByDefault, ...limits };
  const command = [
    'tesseract',
    'stdin',
    'stdout',
    '-l',
    languages.join('+'),
    '--dpi',
    '300',
    'tsv',
  ];
  const within = [prlimit, `--as=${megabytes * 2 ** 20}`, `--cpu=${processorSeconds}`, '--core=0'];
  const [program = '', ...args] = hasPrlimit ? [...within, ...command] : command;
  const { PATH, TESSDATA_PREFIX } = process.env;
  const env = {
    PATH,
    OMP_THREAD_LIMIT: '1',
    ...(TESSDATA_PREFIX === undefined ? {} : { TESSDATA_PREFIX }),
  };
  const started = await startChild('tesseract', () =>
    spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env }),
  );
  const ended = endOf(started);
  const { stdin, stdout } = started;
  lowerPriority(started, lowPriority);
  const tooLong = setTimeout(() => void killChild(started), pageMs);
  const parts: Buffer[] = [];
  let bytes = 0;
  stdout?.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= mostBytes) parts.push(part);
  });
  stdin?.on('error', () => {}); // it ended before it had read all
  stdin?.write(`P5\n${width} ${height}\n255\n`); // a portable graymap
  stdin?.end(pixels);
  const { code } = await ended;
  clearTimeout(tooLong);
  return code === 0 ? readTsv(Buffer.concat(parts).toString('utf8'), { width, height }) : null;
}
