import type { ProviderName, Role } from '#contract/auth.ts';

export type Credentials = {
  username: string;
  password: string;
  /** Where the attempt comes from; hosts limit attempts by it too. */
  address: string;
};

/** Someone whom a provider authenticated. */
export type Person = {
  /** An id that never changes; names and mail addresses do, so they identify nobody. */
  external_id: string;
  name: string;
  display_name: string;
  /** Null: the provider does not say, and the account's roles stay unchanged. */
  roles: readonly Role[] | null;
};

export type SignInResult =
  | {
      state: 'accepted';
      person: Person;
      /** Stored with the session and passed to the provider's later calls. */
      providerState?: string;
    }
  | { state: 'refused'; message?: string }
  /** The provider could not be reached; `message` says why. */
  | { state: 'unavailable'; message: string };

/** Checks passwords. */
export type Provider = {
  readonly name: ProviderName;
  verify: (credentials: Credentials) => Promise<SignInResult>;
};
