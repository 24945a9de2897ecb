import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';

export const Customer = Type.Object({ customer: Type.String() });
export type Customer = Static<typeof Customer>;

export const DocumentEntry = Type.Object({
  doc_num: Type.String(),
  doc_desc: Type.String(),
  doc_rev: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  created_by_user: Type.String(),
  modified_by_user: Type.String(),
  created_at: Type.String(),
  modified_at: Type.String(),
});
export type DocumentEntry = Static<typeof DocumentEntry>;

export const listCustomers = {
  ...calls.listCustomers,
  response: Type.Object({ data: Type.Array(Customer) }),
} as const;

export const listDocuments = {
  ...calls.listDocuments,
  query: Exact({ customer: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({ data: Type.Array(DocumentEntry) }),
} as const;

export const readPdf = {
  ...calls.readPdf,
  params: Type.Object({ name: Type.String() }),
  // Links to a PDF live elsewhere, and may have parameters of others.
  query: Type.Object({ download: Type.Optional(Type.String()) }),
} as const;
