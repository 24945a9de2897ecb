import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// A session's provider state is encrypted with the session id. Only the reader's cookie has that id (the
// database has its hash), so a copy of the database reveals no cookies of the auth host.

const algorithm = 'aes-256-gcm';

/** Encrypts and authenticates the text with the secret. */
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
