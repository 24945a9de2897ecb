import nodeFs from 'node:fs';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import { StoreError } from '../share/bucket/client.ts';
import { type ListedObject, listObjects } from '../share/bucket/listing.ts';
import { BucketObjects, fileFactsOf } from '../share/bucket/objects.ts';
import { isAbsent } from '../share/errors.ts';
import { ShareMount } from '../share/share-mount.ts';
import { endsOf, type Inspection, inspect, inspectEnds } from './inspect.ts';
import {
  deepestFolder,
  type Folders,
  type FoundFile,
  isAsKnown,
  isIgnored,
  type Seen,
  type Shortcut,
  walk,
  type WalkFs,
  type WithFacts,
} from './walk.ts';

type Portions<Known> = Iterable<Seen<Known>[]> | AsyncIterable<Seen<Known>[]>;

/** What a scan needs of the place where the PDFs are: a folder, or a bucket (ADR 0036). */
export type ScannedPlace = {
  walk: <Known extends WithFacts>(
    knownIn: Folders<Known>,
    onUnreadable: (folder: string, error: LibraryError) => void,
    shortcut?: Shortcut | null,
  ) => Portions<Known>;
  inspect: (files: readonly FoundFile[]) => Inspection[] | Promise<Inspection[]>;
  /** An object is there when it is whole; a file may still be copied. */
  isWholeAtOnce: boolean;
  /** Null for a bucket. */
  mount: ShareMount | null;
};

type PlaceSettings = Pick<Config, 'shareDir' | 'bucket' | 'dataDir'>;

export function placeOf({ shareDir, bucket, dataDir }: PlaceSettings, fs?: WalkFs): ScannedPlace {
  if (bucket !== null) return bucketPlace(shareDir, new BucketObjects(bucket));
  const deviceOf = (at: string) => nodeFs.statSync(at).dev;
  const mount = new ShareMount({ root: shareDir, dataDir, deviceOf });
  return { ...folderPlace(shareDir, fs), mount };
}

export function folderPlace(root: string, fs: WalkFs = nodeFs): ScannedPlace {
  return {
    walk: (knownIn, onUnreadable, shortcut) => walk(fs, root, knownIn, onUnreadable, shortcut),
    inspect: (files) => files.map((file) => inspect(fs, root, file)),
    isWholeAtOnce: false,
    mount: null,
  };
}

export function bucketPlace(root: string, objects: BucketObjects): ScannedPlace {
  return {
    walk: (knownIn) => walkBucket(objects, knownIn),
    inspect: (files) =>
      Promise.all(files.map((file) => inspectObject(objects, `${root}/${file.path}`, file))),
    isWholeAtOnce: true,
    mount: null,
  };
}

/** Every PDF of the bucket. A listing that cannot be read to its end ends the scan, as with a folder. */
async function* walkBucket<Known extends WithFacts>(
  objects: BucketObjects,
  knownIn: Folders<Known>,
): AsyncGenerator<Seen<Known>[]> {
  try {
    for await (const page of listObjects(objects.client, objects.prefix)) {
      yield page.flatMap((object) => compare(object, objects.prefix, knownIn) ?? []);
    }
  } catch (error) {
    throw inWords(error);
  }
}

function compare<Known extends WithFacts>(
  { key, bytes, modified, etag }: ListedObject,
  prefix: string,
  knownIn: Folders<Known>,
): Seen<Known> | null {
  const at = key.startsWith(prefix) ? key.slice(prefix.length) : '';
  if (!isPath(at)) return null;
  const names = at.split('/');
  const name = names.at(-1) ?? '';
  const known = knownIn.get(names.slice(0, -1).join('/'))?.get(name);
  const isPdf = /\.pdf$/i.test(name) && !names.some(isIgnored);
  const depth = names.length - 1;
  if (known === undefined && (!isPdf || depth > deepestFolder)) return null;
  const facts = fileFactsOf({ bytes, modified, tag: etag });
  if (known !== undefined && isAsKnown(known, facts)) return { known, found: null };
  return { known, found: { path: at, name, depth, ...facts } };
}

/** Only what could be the path of a file: its parts are joined, compared and shown as one. */
function isPath(at: string): boolean {
  const isOdd = /[\p{Cc}\\\uFFFD]/u.test(at);
  return !isOdd && at.length <= 1024 && at.split('/').every((name) => !/^\.{0,2}$/.test(name));
}

async function inspectObject(
  objects: BucketObjects,
  at: string,
  file: FoundFile,
): Promise<Inspection> {
  try {
    const facts = await objects.factsOf(at);
    const { bytes, modified_ns, inode } = fileFactsOf(facts);
    if (bytes !== file.bytes || modified_ns !== file.modified_ns || inode !== file.inode)
      return 'changing';
    const [head, tail] = endsOf(bytes);
    const read = ({ first, length }: typeof head) => objects.read(at, facts, first, length);
    const end = await read(tail);
    const begin = tail.first === 0 ? end.subarray(0, head.length) : await read(head);
    return inspectEnds(bytes, begin, () => end);
  } catch (error) {
    const isOther = error instanceof StoreError && error.code === 'changed';
    if (isOther || isAbsent(error)) return 'changing';
    throw inWords(error);
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new LibraryError('share_unreachable', error.message, { cause: error });
}
