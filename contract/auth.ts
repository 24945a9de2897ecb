import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';

/**
 * EGD_LIB reads. The others need it as well: EGD_LIB_EDIT keeps customers, standard numbers, files and rules,
 * EGD_LIB_REVIEW works on change cases, EGD_LIB_AUDIT reads everything with the trail and changes nothing.
 */
export const roles = ['EGD_LIB', 'EGD_LIB_EDIT', 'EGD_LIB_REVIEW', 'EGD_LIB_AUDIT'] as const;
export type Role = (typeof roles)[number];

/** Where an account signs in: here, or at a directory or host of the company. */
export type ProviderName = 'local' | 'ldap' | 'upstream' | 'oidc';

/** Who may call a route: holders of the role, or of one of these. The server refuses to start if a route does not say. */
export type Access = 'public' | Role | readonly Role[];

export const SignedInUser = Type.Object({
  username: Type.String(),
  display_name: Type.String(),
});
export type SignedInUser = Static<typeof SignedInUser>;

const AccessRole = Type.Object({ role_name: Type.String() });

export const LoginAccepted = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ user: SignedInUser, access_role: Type.Array(AccessRole) }),
});
export type LoginAccepted = Static<typeof LoginAccepted>;

export const LoginRefused = Type.Object({ success: Type.Literal(false), message: Type.String() });
export type LoginRefused = Static<typeof LoginRefused>;

export const login = {
  ...calls.login,
  body: Exact({
    username: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: LoginAccepted,
} as const;

/** Answers 200 either way; authenticated means a valid session whose user holds EGD_LIB. */
export const checkSession = {
  ...calls.checkSession,
  response: Type.Object({
    authenticated: Type.Boolean(),
    user: Type.Optional(SignedInUser),
    access_role: Type.Optional(Type.Array(AccessRole)),
  }),
} as const;

export const logout = {
  ...calls.logout,
  response: Type.Object({
    success: Type.Literal(true),
    /** Where the issuer signs out, too: the page goes there. */
    end_session_url: Type.Optional(Type.String()),
  }),
} as const;
