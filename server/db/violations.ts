import { type ErrorCode, LibraryError } from '#contract/errors.ts';

type Violation = { says: string; code: ErrorCode; message: string };

// What SQLite says when a rule of the schema is broken. Rooms check first and can say more; these
// words are for the writer who was a moment too late.
const violations: readonly Violation[] = [
  {
    says: 'UNIQUE constraint failed: customers.name_key',
    code: 'customer_taken',
    message: 'There is a customer of this name already.',
  },
  {
    says: 'UNIQUE constraint failed: documents.file_key, documents.customer_id',
    code: 'document_taken',
    message: 'The customer has this number, language and revision already.',
  },
  {
    says: 'file_name_taken',
    code: 'file_name_taken',
    message: 'Its file would be the file of another standard number, too.',
  },
  {
    says: 'UNIQUE constraint failed: users.name_key',
    code: 'user_taken',
    message: 'There is a user of this name already.',
  },
];

/** The refusal that a violated constraint means; any other error comes back unchanged. */
export function explainViolation(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const violation = violations.find(({ says }) => says === error.message);
  if (violation === undefined) return error;
  return new LibraryError(violation.code, violation.message, { cause: error });
}
