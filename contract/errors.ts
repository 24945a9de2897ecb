// Without a schema, as every process loads this file: loading TypeBox takes a fifth of a second of a processor.

/** Every way a call can be refused, and the HTTP status of the answer. */
export const errorStatus = {
  bad_request: 400,
  weak_password: 400,
  wrong_password: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  no_permission: 403,
  other_origin: 403,
  not_found: 404,
  backup_refused: 409,
  case_refused: 409,
  changed_meanwhile: 409,
  customer_has_documents: 409,
  customer_taken: 409,
  document_taken: 409,
  done_before: 409,
  file_damaged: 409,
  file_exists: 409,
  file_name_taken: 409,
  import_running: 409,
  move_refused: 409,
  user_taken: 409,
  precondition_failed: 412,
  too_large: 413,
  not_pdf: 415,
  range_not_satisfiable: 416,
  other_host: 421,
  too_many_attempts: 429,
  too_many_waiting: 429,
  unexpected: 500,
  busy: 503,
  database_unavailable: 503,
  file_changing: 503,
  search_unavailable: 503,
  share_unreachable: 503,
  sign_in_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Thrown by a room that refuses a call: a code and a message, independent of HTTP. */
export class LibraryError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'LibraryError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
