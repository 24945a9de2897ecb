import type { SettingsReader } from './settings-reader.ts';

/** A bucket of an object store that speaks S3 (ADR 0036). */
export type BucketSettings = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export function isBucketAddress(shareDir: string): boolean {
  return shareDir.startsWith('s3://');
}

/** Null where SHARE_DIR is a folder. */
export function readBucketSettings({
  setting,
  webAddress,
  fault,
}: SettingsReader): BucketSettings | null {
  const address = setting('SHARE_DIR') ?? '';
  const region = setting('AWS_REGION') ?? 'us-east-1';
  const endpoint = webAddress('AWS_ENDPOINT_URL')?.href ?? `https://s3.${region}.amazonaws.com/`;
  const accessKeyId = setting('AWS_ACCESS_KEY_ID');
  const secretAccessKey = setting('AWS_SECRET_ACCESS_KEY');
  if (!isBucketAddress(address)) return null;
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*?))?\/*$/.exec(address) ?? [];
  const isPlain = path === '' || path.split('/').every((part) => !/^\.{0,2}$|\\/.test(part));
  if (bucket === '' || !isPlain)
    fault('SHARE_DIR must be a folder, or a bucket such as s3://standards/pdfs.');
  if (accessKeyId === null || secretAccessKey === null) {
    fault('A bucket as SHARE_DIR needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    return null;
  }
  if (setting('ACCEL_REDIRECT') !== null)
    fault('ACCEL_REDIRECT needs a folder as SHARE_DIR: nginx cannot read the bucket.');
  const prefix = path === '' ? '' : `${path}/`;
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey };
}
