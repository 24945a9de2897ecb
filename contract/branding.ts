import { Type } from 'typebox';
import * as calls from './calls.ts';

/** Only after sign-in: to others it would name the known faults of a version. */
export const readVersion = {
  ...calls.readVersion,
  response: Type.Object({ version: Type.String(), commit: Type.String() }),
} as const;

/** What an operator sets so that the library carries the company's name; asked before sign-in. */
export const readBranding = {
  ...calls.readBranding,
  response: Type.Object({
    company_name: Type.String(),
    company_url: Type.Union([Type.String(), Type.Null()]),
    logo_url: Type.Union([Type.String(), Type.Null()]),
    /** The label of the button 'Sign in with …'; null if there is none. */
    sign_in_with: Type.Union([Type.String(), Type.Null()]),
  }),
} as const;
