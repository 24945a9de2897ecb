import { type Static, Type } from 'typebox';

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
  method: 'GET',
  url: '/vue-egd-lib/api/customers',
  response: Type.Object({ data: Type.Array(Customer) }),
} as const;

export const listDocuments = {
  method: 'GET',
  url: '/vue-egd-lib/api/documents',
  query: Type.Object({ customer: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: Type.Object({ data: Type.Array(DocumentEntry) }),
} as const;

export const readPdf = {
  url: '/document/egd-lib/:name',
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({ download: Type.Optional(Type.String()) }),
} as const;
