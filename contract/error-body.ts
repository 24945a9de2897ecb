import { type Static, Type } from 'typebox';

/** The one error body. */
export const ErrorBody = Type.Object({
  code: Type.String(),
  message: Type.String(),
  request_id: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;
