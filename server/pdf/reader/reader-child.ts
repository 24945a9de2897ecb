import { bytesOf, PipedBytes } from '../file-bytes.ts';
import type {
  DrawQuestion,
  PictureQuestion,
  ReaderAnswer,
  ReaderQuestion,
  ReadQuestion,
} from './reader-processes.ts';
import { PdfReader } from './reader.ts';

// Reads PDFs for reader-processes.ts, in a separate process that a hostile file may crash. It may not
// open files: the bytes come through the pipe.

const mostBytes = Number(process.argv[2]) * 1024 * 1024;
const pipe = Number(process.argv[3]);
// PDFium never frees memory: the process ends after a file that needed much, or after many files.
const mostMemoryBytes = 256 * 1024 * 1024;
const mostFiles = 5000;
// So few pages need no extra time.
const fewPages = 20;

limitWasmMemory(mostBytes);
let reader: PdfReader | null = null;
let filesRead = 0;
/** Whether PDFium was refused memory for the current file. */
let isRefused = false;

process.on('message', (question: ReaderQuestion) => void answer(question));

async function answer(question: ReaderQuestion): Promise<void> {
  if (reader === null) {
    reader = await PdfReader.start();
    await send({ what: 'begun' });
  }
  filesRead += 1;
  isRefused = false;
  if ('draw' in question) await draw(reader, question);
  else if ('pictures' in question) await drawPictures(reader, question);
  else await read(reader, question);
}

async function read(reader: PdfReader, question: ReadQuestion): Promise<void> {
  const { bytes, picture, content } = question;
  const file = content === null ? new PipedBytes(pipe, bytes) : bytesOf(content);
  let hasFacts = false;
  let drawn: Uint8Array | null = null;
  let last = false;
  try {
    for (const part of reader.read(file)) {
      if (part.what === 'picture') drawn = part.picture;
      else if (part.what === 'facts' || part.pages > fewPages) await send(part);
      hasFacts ||= part.what === 'facts';
      if (hasFacts && !picture) break;
    }
  } catch {
    // PDFium crashed, perhaps because it was refused memory.
    const fault = isRefused ? 'It needs more memory than allowed.' : 'Reading it fails.';
    if (!hasFacts) await send({ what: 'facts', facts: { state: 'broken', fault } });
    last = true;
  }
  await end(reader, drawn, last);
}

async function draw(reader: PdfReader, { bytes, draw }: DrawQuestion): Promise<void> {
  await sendAll(reader, reader.draw(new PipedBytes(pipe, bytes), draw), (drawn) => ({
    what: 'drawn',
    drawn,
  }));
}

async function drawPictures(
  reader: PdfReader,
  { bytes, pictures }: PictureQuestion,
): Promise<void> {
  const drawn = reader.drawPictures(new PipedBytes(pipe, bytes), pictures);
  await sendAll(reader, drawn, (picture) => ({ what: 'page', ...picture }));
}

async function sendAll<Part>(
  reader: PdfReader,
  parts: Iterable<Part>,
  messageOf: (part: Part) => ReaderAnswer,
): Promise<void> {
  let hasFailed = false;
  try {
    for (const part of parts) await send(messageOf(part));
  } catch {
    hasFailed = true; // as above; the pages drawn before are complete
  }
  await end(reader, null, hasFailed);
}

async function end(reader: PdfReader, picture: Uint8Array | null, hasFailed: boolean) {
  const last = hasFailed || reader.memoryBytes > mostMemoryBytes || filesRead >= mostFiles;
  await send({ what: 'done', picture, last });
  if (last) process.exit(0);
}

function send(message: ReaderAnswer): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

/** Makes PDFium's requests for memory fail beyond the limit. */
function limitWasmMemory(most: number): void {
  type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };
  // Node has it, but its types do not.
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } })
    .WebAssembly;
  const grow = Memory.prototype.grow;
  Memory.prototype.grow = function limited(this: Memory, pages: number) {
    try {
      if (this.buffer.byteLength + pages * 65_536 > most) throw new RangeError('no more memory');
      return grow.call(this, pages); // also fails if the machine has not enough memory
    } catch (error) {
      isRefused = true;
      throw error;
    }
  };
}
