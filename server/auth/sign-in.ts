import type { ProviderName } from '#contract/auth.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from './access-log.ts';
import type { Db } from '../db/schema.ts';
import { admit } from './outside-accounts.ts';
import type { Credentials, Provider } from './providers/provider.ts';

/** An account that may sign in now, and what its provider needs for later calls. */
export type Admitted = { userId: number; provider: ProviderName; providerState: string | null };

type Deps = { db: Db; access: AccessLog; now: () => number; providers: readonly Provider[] };

/**
 * Tries the providers in order. Throws `invalid_credentials` if all refuse, `sign_in_unavailable` if
 * none accepts and one could not be reached.
 */
export async function signIn(credentials: Credentials, deps: Deps): Promise<Admitted> {
  let refusal: string | undefined;
  let fault: string | undefined;
  for (const provider of deps.providers) {
    const result = await provider.verify(credentials);
    if (result.state === 'accepted') {
      const { person, providerState = null } = result;
      const { name } = provider;
      const userId =
        name === 'local' ? Number(person.external_id) : await admit(deps.db, name, person, deps);
      if (userId !== null) return { userId, provider: name, providerState };
    } else if (result.state === 'refused') refusal = result.message ?? refusal;
    else fault = result.message;
  }
  // The words of the specification, section 8: the login page shows them as they are.
  if (fault !== undefined) throw new LibraryError('sign_in_unavailable', `Login failed: ${fault}`);
  throw new LibraryError('invalid_credentials', refusal ?? 'Invalid credentials');
}
