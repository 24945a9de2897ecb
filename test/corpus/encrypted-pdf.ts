import { createCipheriv, createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import { rawPdf, stream } from '../pdfs.ts';

// Every way in which PDFs have been encrypted (ISO 32000-2, 7.6; the fifth is Adobe's own).

export const userPassword = 'torque';
const ownerPassword = 'wrench';

/** The revisions of the standard security handler, and what each encrypts with. */
export const revisions = {
  2: 'RC4, 40 bits',
  3: 'RC4, 128 bits',
  4: 'AES, 128 bits',
  5: 'AES, 256 bits',
  6: 'AES, 256 bits, hardened',
} as const;
export type Revision = keyof typeof revisions;

/** `user`: opens with the password only; `owner`: opens for everyone, and a password allows more. */
export type Locked = 'user' | 'owner';

export async function encryptedPdf(revision: Revision, locked: Locked): Promise<Buffer> {
  const text = `Revision ${revision}`;
  if (revision === 6) return revision6(text, locked === 'user' ? userPassword : '');
  const pdfVersion = ({ 2: '1.3', 3: '1.4', 4: '1.7', 5: '1.7ext3' } as const)[revision];
  const passwords = locked === 'user' ? { userPassword, ownerPassword } : { ownerPassword };
  const CreationDate = new Date('2026-01-15T08:00:00Z');
  const doc = new PdfKit({ size: 'A4', pdfVersion, ...passwords, info: { CreationDate } });
  doc.fontSize(18).text(text).end();
  return buffer(doc);
}

function revision6(text: string, password: string): Buffer {
  const key = createHash('sha256').update('the key of the file').digest();
  const user = keyEntries(key, password, Buffer.alloc(0));
  const owner = keyEntries(key, ownerPassword, user.check);
  const permissions = Buffer.from('d4ffffffffffffff5461646200000000', 'hex'); // -44, T, "adb"
  const perms = encrypt('aes-256-ecb', key, null, permissions, false);
  const iv = Buffer.alloc(16, 7);
  const drawn = Buffer.from(`BT /F 18 Tf 72 700 Td (${text}) Tj ET`);
  const secret = Buffer.concat([iv, encrypt('aes-256-cbc', key, iv, drawn, true)]);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      stream(secret.toString('latin1')),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Filter /Standard /V 5 /R 6 /Length 256 /P -44 /U ${hex(user.check)} /UE ${hex(user.key)} /O ${hex(owner.check)} /OE ${hex(owner.key)} /Perms ${hex(perms)} /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`,
    ],
    '/Encrypt 6 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
  );
}

/** What shows that a password is right, and the file's key encrypted with it (7.6.4.4.7 and 8). */
function keyEntries(fileKey: Buffer, password: string, user: Buffer) {
  const [forCheck, forKey] = [Buffer.alloc(8, 1), Buffer.alloc(8, 2)];
  const check = Buffer.concat([hash(password, forCheck, user), forCheck, forKey]);
  const key = hash(password, forKey, user);
  return { check, key: encrypt('aes-256-cbc', key, Buffer.alloc(16), fileKey, false) };
}

/** Algorithm 2.B of 7.6.4.3.4. */
function hash(password: string, salt: Buffer, user: Buffer): Buffer {
  const word = Buffer.from(password);
  let key = createHash('sha256').update(word).update(salt).update(user).digest();
  for (let round = 1; ; round++) {
    const repeated = Buffer.concat(
      Array.from({ length: 64 }, () => Buffer.concat([word, key, user])),
    );
    const secret = encrypt(
      'aes-128-cbc',
      key.subarray(0, 16),
      key.subarray(16, 32),
      repeated,
      false,
    );
    // The first 16 bytes as a number, modulo 3: 256 leaves 1, so their sum does.
    const rest = secret.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][rest] ?? '')
      .update(secret)
      .digest();
    if (round >= 64 && (secret.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

function encrypt(
  algorithm: string,
  key: Buffer,
  iv: Buffer | null,
  bytes: Buffer,
  padded: boolean,
): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(padded);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
