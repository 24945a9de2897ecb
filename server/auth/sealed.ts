import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// What a session keeps of its provider is sealed with the session's id, which only the reader's cookie
// holds: the database has its hash. Whoever reads the database reads no cookie of the auth host.

const algorithm = 'aes-256-gcm';

/** The text so that only who knows the secret can read it, or make another. */
export function seal(text: string, secret: string): string {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(secret, salt), iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), bytes]).toString('base64url');
}

/** Null when it was sealed with another secret, or changed since. */
export function unseal(sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 44) return null;
  const key = keyOf(secret, bytes.subarray(0, 16));
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(16, 28));
  decipher.setAuthTag(bytes.subarray(28, 44));
  try {
    const parts = [decipher.update(bytes.subarray(44)), decipher.final()];
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return null;
  }
}

function keyOf(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'kept of a provider', 32));
}
