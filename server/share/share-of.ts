import nodeFs from 'node:fs';
import type { Config } from '../config/config.ts';
import { bucketFs } from './bucket/bucket-fs.ts';
import { BucketObjects } from './bucket/objects.ts';
import { openInFolder, type OpenPdf } from './open.ts';
import { SharedFolder, type ShareFs } from './shared-folder.ts';

/** Where the PDFs are: a folder, or a bucket (ADR 0036). */
type Place = Pick<Config, 'shareDir' | 'bucket' | 'dataDir'>;

/** For readers and the console. */
export function openShare({ shareDir, bucket, dataDir }: Place, fs?: ShareFs): SharedFolder {
  if (bucket === null) return new SharedFolder({ root: shareDir, fs: fs ?? nodeFs, dataDir });
  const objects = new BucketObjects(bucket);
  return new SharedFolder({ root: shareDir, fs: fs ?? bucketFs(objects) });
}

/** For workers that read PDFs; a server opens them through its `SharedFolder`. */
export function opensPdfsOf({ bucket }: Pick<Config, 'bucket'>): OpenPdf {
  return bucket === null ? openInFolder : new BucketObjects(bucket).open;
}
