import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';

const Done = Type.Object({ success: Type.Literal(true) });
const Password = Type.String({ minLength: 1, maxLength: calls.mostPasswordLength });

/** Ends all other sessions of the user. */
export const changeOwnPassword = {
  ...calls.changeOwnPassword,
  body: Exact({ current_password: Password, new_password: Password }),
  response: Done,
} as const;

export const OwnSession = Type.Object({
  id: Type.String(),
  /** The browser in words; null for older sessions. */
  device: Type.Union([Type.String(), Type.Null()]),
  address: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  last_seen_at: Type.String(),
  /** Whether it is the session of this request. */
  is_this: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

export const listOwnSessions = {
  ...calls.listOwnSessions,
  response: Type.Object({
    data: Type.Array(OwnSession),
    /** Where the account is managed; only a local one has its password here. */
    provider: Type.Union([
      Type.Literal('local'),
      Type.Literal('ldap'),
      Type.Literal('upstream'),
      Type.Literal('oidc'),
    ]),
  }),
} as const;

/** Ends one of the user's sessions, or all but the one of this request. */
export const endOwnSessions = {
  ...calls.endOwnSessions,
  body: Exact({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
  response: Type.Object({ ended: Type.Number() }),
} as const;
