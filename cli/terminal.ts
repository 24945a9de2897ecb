import { LibraryError } from '#contract/errors.ts';
import { text } from 'node:stream/consumers';
import { timeWords } from '#contract/time-words.ts';

/** Reads a password from standard input: from a pipe, or typed twice without showing it. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const password = await askHidden('Password: ');
  if ((await askHidden('Repeat the password:  ')) === password) return password;
  throw new LibraryError('wrong_password', 'The passwords differ. Run the command again.');
}

function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed = '';
  const onKeys = (keys: string) => {
    for (const key of keys) {
      if (key === '\r' || key === '\n') resolve(typed);
      else if (key === '\u0003' || key === '\u0004')
        reject(new LibraryError('wrong_password', 'Cancelled. Nothing was changed.'));
      else if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1);
      else typed += key;
    }
  };
  stdin.on('data', onKeys);
  return promise.finally(() => {
    stdin.off('data', onKeys);
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  });
}

const lineEveryMs = 10_000;

/**
 * Shows the progress of long work with its rate and the remaining time: on a terminal in a line that
 * `end` clears, elsewhere as a line every ten seconds.
 */
export function progressLine(what: string): {
  show: (done: number, total: number | null, how?: string) => void;
  end: () => void;
} {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 100 : lineEveryMs;
  let nextMs = Date.now() + (isTerminal ? 500 : lineEveryMs); // short work needs no line
  let from = { step: '', atMs: Date.now(), done: 0 };
  return {
    show(done, total, how = '') {
      if (from.step !== how) from = { step: how, atMs: Date.now(), done };
      if (Date.now() < nextMs) return;
      nextMs = Date.now() + everyMs;
      const of = total === null ? '' : ` of ${total.toLocaleString('en')}`;
      const perSecond = ((done - from.done) / (Date.now() - from.atMs)) * 1000;
      const line = `${done.toLocaleString('en')}${of} ${what}${how && ` ${how}`}${paceWords(perSecond, done, total)}`;
      process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end: () => void (isTerminal && process.stderr.write('\r\u001b[K')),
  };
}

function paceWords(perSecond: number, done: number, total: number | null): string {
  if (!(perSecond > 0)) return '';
  const pace = `, ${perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 10 ? 1 : 0 })} a second`;
  if (total === null || done >= total) return pace;
  return `${pace}, ${timeWords((total - done) / perSecond)} left`;
}
