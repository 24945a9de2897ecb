import { type ErrorCode, LibraryError } from '#contract/errors.ts';

type Violation = { says: string; constraint: string; code: ErrorCode; message: string };

// SQLite's message and PostgreSQL's constraint of each rule of the schema. Rooms check first and can say
// more; these messages are for the slower of two concurrent writers.
const violations: readonly Violation[] = [
  {
    says: 'UNIQUE constraint failed: customers.name_key',
    constraint: 'customers_name_key_once',
    code: 'customer_taken',
    message: 'A customer of this name already exists.',
  },
  {
    says: 'UNIQUE constraint failed: documents.file_key, documents.customer_id',
    constraint: 'documents_once_a_customer',
    code: 'document_taken',
    message: 'The customer already has this number, language and revision.',
  },
  {
    says: 'file_name_taken',
    constraint: 'file_name_taken',
    code: 'file_name_taken',
    message:
      'Another standard number would have the same file name. Change number, language or revision.',
  },
  {
    says: 'UNIQUE constraint failed: users.name_key',
    constraint: 'users_name_key_once',
    code: 'user_taken',
    message: 'A user of this name already exists.',
  },
];

/** The refusal for a violated constraint; other errors are returned unchanged. */
export function explainViolation(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const broken = 'constraint' in error ? error.constraint : undefined;
  const violation = violations.find(
    ({ says, constraint }) => constraint === broken || says === error.message,
  );
  if (violation === undefined) return error;
  return new LibraryError(violation.code, violation.message, { cause: error });
}
