import type { ProviderName } from '#contract/auth.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from './access-log.ts';
import type { Db } from '../db/schema.ts';
import { admit } from './outside-accounts.ts';
import type { Credentials, Provider } from './providers/provider.ts';

/** An account that may sign in now, and what its session keeps of the provider. */
export type Admitted = { userId: number; provider: ProviderName; keeps: string | null };

type Deps = { db: Db; access: AccessLog; now: () => number; providers: readonly Provider[] };

/**
 * Asks the providers, one after the other. Throws in words: `invalid_credentials` when all refuse,
 * `sign_in_unavailable` when one that might have known better could not be asked.
 */
export async function signIn(credentials: Credentials, deps: Deps): Promise<Admitted> {
  let refusal: string | undefined;
  let fault: string | undefined;
  for (const provider of deps.providers) {
    const verdict = await provider.verify(credentials);
    if (verdict.state === 'accepted') {
      const { person, keeps = null } = verdict;
      const { name } = provider;
      const userId =
        name === 'local' ? Number(person.external_id) : await admit(deps.db, name, person, deps);
      if (userId !== null) return { userId, provider: name, keeps };
    } else if (verdict.state === 'refused') refusal = verdict.message ?? refusal;
    else fault = verdict.message;
  }
  // The words of the specification, section 8: the login page shows them as they are.
  if (fault !== undefined) throw new LibraryError('sign_in_unavailable', `Login failed: ${fault}`);
  throw new LibraryError('invalid_credentials', refusal ?? 'Invalid credentials');
}
