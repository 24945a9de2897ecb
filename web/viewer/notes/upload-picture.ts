import { mostPictureBytes } from '#contract/note-words.ts';
import { addPicture } from './notes-api.ts';
import { newId } from './notes-control.ts';

/** Sends a PNG for a stamp or signature; fails in words where it is none, or too large. */
export async function uploadPicture(file: Blob) {
  if (file.type !== 'image/png') throw new Error('Choose a PNG picture.');
  if (file.size > mostPictureBytes) {
    throw new Error(`The picture has ${Math.ceil(file.size / 1000)} kB. The limit is 200 kB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return addPicture(newId(), btoa(letters.join('')));
}
