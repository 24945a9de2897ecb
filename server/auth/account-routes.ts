import type { FastifyRequest } from 'fastify';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from '#contract/account.ts';
import { LibraryError } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { changeOwnPassword as changePassword } from './accounts.ts';
import { providerOf, userOf } from './guard.ts';
import { nameKey } from './name-key.ts';
import { sessionIdOf } from './cookies.ts';
import type { AuthDeps } from './routes.ts';
import { hashOf } from './sessions.ts';
import { sharedTime } from '../db/clock.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';

/** What users do with their own account. */
export function accountRoutes(
  app: App,
  deps: Pick<AuthDeps, 'config' | 'db' | 'sessions' | 'access' | 'now'>,
): void {
  const { config, db, sessions, access, now } = deps;

  function sessionHashOf(request: FastifyRequest): string {
    const id = sessionIdOf(request, config);
    if (id === undefined) throw new Error('The guard lets no caller in without a session.');
    return hashOf(id);
  }

  app.route({
    ...callRoute(changeOwnPassword, 'Changes your password and ends your other sessions'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const name = userOf(request);
      const address = request.ip;
      const { current_password: current, new_password: next } = request.body;
      // Counted apart from sign-ins, so that nobody else can use up these attempts.
      const attempt = { username: name, address, deviceId: `password of ${nameKey(name)}` };
      await countAttempt(db, attempt, await sharedTime(db, now));
      try {
        await changePassword(db, { name, current, next }, sessionHashOf(request), (tx) =>
          access.write(tx, { action: 'password_changed', user: name, address }),
        );
      } catch (error) {
        const isWrong = error instanceof LibraryError && error.code === 'wrong_password';
        if (isWrong) await access.note({ action: 'password_refused', user: name, address });
        else await forgiveAttempt(db, attempt); // the current password was right
        throw error;
      }
      await forgiveAttempt(db, attempt);
      request.log.info({ event: 'password_changed', user: name }, 'password changed');
      return { success: true as const };
    },
  });

  app.route({
    ...callRoute(listOwnSessions, 'Lists your sessions'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const own = sessionHashOf(request);
      const found = await sessions.sessionsOf(userOf(request));
      const data = found.map((session) => ({ ...session, is_this: session.id === own }));
      const sorted = data.toSorted((a, b) => Number(b.is_this) - Number(a.is_this));
      return { data: sorted, provider: providerOf(request) };
    },
  });

  app.route({
    ...callRoute(endOwnSessions, 'Ends one of your sessions, or all but this one'),
    config: { access: 'EGD_LIB' },
    handler: async (request) => {
      const user = userOf(request);
      const { id } = request.body;
      const meant = id === undefined ? { allBut: sessionHashOf(request) } : { only: id };
      const ended = await sessions.endSessionsOf(user, meant);
      if (ended > 0) {
        const detail = String(ended);
        await access.note({ action: 'sessions_ended', user, address: request.ip, detail });
      }
      return { ended };
    },
  });
}
