import { createHash, randomUUID } from 'node:crypto';

/** `what` says what is done, such as the change that is undone. */
type Request = { user: string; what: string; idempotency_key?: string | undefined };

/**
 * The id of the change that a request makes. With a key, the same request has the same id, and no request
 * can choose the id of another change.
 */
export function changeIdOf({ user, what, idempotency_key }: Request): string {
  if (idempotency_key === undefined) return randomUUID();
  const parts = JSON.stringify([user, what, idempotency_key]);
  const hex = createHash('sha256').update(parts).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
