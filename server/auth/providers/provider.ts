import type { ProviderName, Role } from '#contract/auth.ts';

export type Credentials = {
  username: string;
  password: string;
  /** Where the attempt comes from; hosts count attempts by it, too. */
  address: string;
};

/** Someone whom a provider vouches for. */
export type Person = {
  /** What never changes of them; nobody is found again by a name or a mail address. */
  external_id: string;
  name: string;
  display_name: string;
  /** Null: the provider does not say, and the account keeps what it has. */
  roles: readonly Role[] | null;
};

export type Verdict =
  | {
      state: 'accepted';
      person: Person;
      /** What the provider wants to see again with the session. */
      keeps?: string;
    }
  | { state: 'refused'; message?: string }
  /** It could not be asked, and why, in words. */
  | { state: 'unavailable'; message: string };

/** What knows whether a password is right. */
export type Provider = {
  readonly name: ProviderName;
  verify: (credentials: Credentials) => Promise<Verdict>;
};
