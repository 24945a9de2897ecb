import nodeFs from 'node:fs';
import type { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import { ShareMount } from '../share/share-mount.ts';
import { type Inspection, inspect } from './inspect.ts';
import {
  type Folders,
  type FoundFile,
  type Seen,
  type Shortcut,
  walk,
  type WalkFs,
  type WithFacts,
} from './walk.ts';

/** What a scan needs of the shared folder. */
export type ScannedPlace = {
  walk: <Known extends WithFacts>(
    knownIn: Folders<Known>,
    onUnreadable: (folder: string, error: LibraryError) => void,
    shortcut?: Shortcut | null,
  ) => Iterable<Seen<Known>[]>;
  inspect: (files: readonly FoundFile[]) => Inspection[];
  /** Null where nobody asks whether the folder is mounted. */
  mount: ShareMount | null;
};

type PlaceSettings = Pick<Config, 'shareDir' | 'dataDir'>;

export function placeOf({ shareDir, dataDir }: PlaceSettings, fs?: WalkFs): ScannedPlace {
  const deviceOf = (at: string) => nodeFs.statSync(at).dev;
  const mount = new ShareMount({ root: shareDir, dataDir, deviceOf });
  return { ...folderPlace(shareDir, fs), mount };
}

export function folderPlace(root: string, fs: WalkFs = nodeFs): ScannedPlace {
  return {
    walk: (knownIn, onUnreadable, shortcut) => walk(fs, root, knownIn, onUnreadable, shortcut),
    inspect: (files) => files.map((file) => inspect(fs, root, file)),
    mount: null,
  };
}
