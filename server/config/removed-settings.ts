/** Settings of earlier versions: they have no effect, and each says at start what takes its place. */
export const removedSettings: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'the library reads lists from DATABASE_URL and caches them until they change',
  ACCEL_PASSES:
    'the library itself checks every request for a part of a PDF; see deploy/nginx/egd-library.conf',
};

/** Says what takes the place of a SHARE_DIR that is no folder; null for a folder. */
export function whyNotFolder(shareDir: string): string | null {
  return shareDir.startsWith('s3://')
    ? 'SHARE_DIR must be a folder: mount the bucket, or a network share with its PDFs.'
    : null;
}
