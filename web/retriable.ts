import { NoAnswerError } from './failures.ts';
import { randomKey } from './random-key.ts';
import type { ServerAnswer } from './request.ts';

/** Calls without an answer: the last of each address, and its key. */
const unanswered = new Map<string, { what: string; key: string; at: number }>();

/** What is asked for later than this is meant anew. */
const retriedWithinMs = 10 * 60_000;

/**
 * A call that was not answered may have been done. The same call to the same address is then a retry, and
 * has the key of the first, so that the server does not do it twice. Another call to the address is none.
 */
export async function retriable(
  address: string,
  what: string,
  ask: (key: string) => Promise<ServerAnswer>,
): Promise<ServerAnswer> {
  const former = unanswered.get(address);
  const isRetry = former?.what === what && Date.now() < former.at + retriedWithinMs;
  const key = isRetry ? former.key : randomKey();
  const keep = () => void unanswered.set(address, { what, key, at: Date.now() });
  unanswered.delete(address);
  try {
    const answer = await ask(key);
    const body = await answer.content(); // may be lost on its way, too
    // So says a proxy, or a server that lost its database while it wrote.
    if (answer.status >= 500) keep();
    return { ...answer, content: async () => body };
  } catch (error) {
    if (error instanceof NoAnswerError) keep();
    throw error;
  }
}
