import { text } from 'node:stream/consumers';

/** A password from standard input: piped in whole, or asked for without showing it, twice. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const password = await askHidden('Password: ');
  if ((await askHidden('Password again: ')) === password) return password;
  throw new Error('The two passwords differ.');
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
        reject(new Error('Stopped; nothing was changed.'));
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

/** Shows how far long work is, on a terminal only; `end` wipes the line. */
export function progressLine(what: string): {
  show: (done: number, total: number | null) => void;
  end: () => void;
} {
  const shown = process.stderr.isTTY;
  let nextMs = Date.now() + 500; // work that is over by then needs no line
  return {
    show(done, total) {
      if (!shown || Date.now() < nextMs) return;
      nextMs = Date.now() + 100;
      const of = total === null ? '' : ` of ${total.toLocaleString('en')}`;
      process.stderr.write(`\r\u001b[K${done.toLocaleString('en')}${of} ${what}`);
    },
    end: () => void (shown && process.stderr.write('\r\u001b[K')),
  };
}
