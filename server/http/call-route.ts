import type { TSchema } from 'typebox';
import { ErrorBody } from '#contract/error-body.ts';

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  response?: TSchema;
  /** Of a 409. */
  conflict?: TSchema;
};

type CallSchema<C extends Call, S extends number> = { summary: string } & (C extends {
  params: infer P;
}
  ? { params: P }
  : unknown) &
  (C extends { query: infer Q } ? { querystring: Q } : unknown) &
  (C extends { body: infer B } ? { body: B } : unknown) & {
    response: (C extends { response: infer R } ? { 200: R } : unknown) &
      (C extends { conflict: infer K } ? { 409: K } : unknown) & {
        [status in S]: typeof ErrorBody;
      };
  };

/** The route of a call of the contract. `refusals` are the statuses of its errors. */
export function callRoute<const C extends Call, const S extends number = never>(
  call: C,
  summary: string,
  refusals: readonly S[] = [],
): { method: C['method']; url: C['url']; schema: CallSchema<C, S> } {
  const { method, url, params, query, body, response, conflict } = call;
  const schema = {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      ...(response && { 200: response }),
      ...(conflict && { 409: conflict }),
      ...Object.fromEntries(refusals.map((status) => [status, ErrorBody])),
    },
  };
  return { method, url, schema: schema as CallSchema<C, S> };
}
