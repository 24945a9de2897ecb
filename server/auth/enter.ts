import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from './access-log.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { browserName } from './browser-name.ts';
import { sessionIdOf, setSessionCookie } from './cookies.ts';
import { type Sessions, type SignedIn, signedInUser } from './sessions.ts';

type Deps = { config: Config; db: Db; sessions: Sessions; access: AccessLog };

/** Starts a session for a user who may sign in, under a new id, and records it. */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  user: { userId: number; providerState?: string | null; providerSession?: string | null },
  { config, db, sessions, access }: Deps,
): Promise<SignedIn> {
  const { userId, providerState = null, providerSession = null } = user;
  const before = sessionIdOf(request, config);
  if (before !== undefined) await sessions.end(before);
  const from = { device: browserName(request.headers['user-agent']), address: request.ip };
  const id = await sessions.start(userId, { ...from, providerState, providerSession });
  setSessionCookie(request, reply, config, id);
  const signedIn = await signedInUser(db, userId);
  const { username } = signedIn.user;
  const line = { action: 'signed_in', user: username, address: from.address } as const;
  await access.note({ ...line, detail: from.device });
  request.log.info({ event: 'login', user: username, provider: signedIn.provider }, 'signed in');
  return signedIn;
}
