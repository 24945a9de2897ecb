import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { mostPictureBytes, mostPicturePixels } from '#contract/note-words.ts';
import { askOnce } from '../processes/asked.ts';
import { startConfined } from '../processes/confined.ts';
import { FairQueue } from '../processes/fair-queue.ts';

/** A PNG that was decoded once, with the chunks that make the picture. */
export type CheckedPicture = { png: Uint8Array; width: number; height: number };

const child = path.join(import.meta.dirname, 'picture-child.ts');
const contract = path.join(import.meta.dirname, '../../contract');
const withinMs = 20_000;
const checks = new FairQueue(1, 'pictures');

/** Checks that this is a PNG of a modest size; it is decoded in a confined process. */
export async function checkPicture(
  user: string,
  png: Buffer,
  signal: AbortSignal,
): Promise<CheckedPicture> {
  if (png.length > mostPictureBytes) {
    throw new LibraryError(
      'too_large',
      `The picture is too large. The limit is ${mostPictureBytes / 1000} kB.`,
    );
  }
  if (png.length < 33 || png.toString('latin1', 1, 4) !== 'PNG' || png[28] !== 0) throw noPicture();
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width * height > mostPicturePixels) {
    const message = `This picture has ${width} × ${height} pixels. The limit is a million.`;
    throw new LibraryError('bad_request', message);
  }
  try {
    const picture = await checks.use(user, () => decodeInProcess(png, signal), signal);
    if (picture !== null) return picture;
  } catch (error) {
    if (error instanceof LibraryError) throw error;
    throw noPicture(error); // it took too long, or too much memory
  }
  throw noPicture();
}

function noPicture(cause?: unknown): LibraryError {
  const message = 'This file is no PNG, or it is damaged or interlaced. Choose another.';
  return new LibraryError('bad_request', message, { cause });
}

function decodeInProcess(png: Buffer, signal: AbortSignal): Promise<CheckedPicture | null> {
  return askOnce({
    what: 'checking a picture',
    start: () =>
      startConfined(child, [], {
        gets: [],
        uses: [contract],
        megabytes: 1024, // Node does not start with 512
        processorSeconds: withinMs / 1000,
      }),
    question: png,
    answerOf: ({ picture }: { picture: CheckedPicture | null }) => picture,
    withinMs,
    signal,
  });
}
