// What calls fail with.

/** A refused call; `message` has the server's own words where it sent any. */
export class ApiError extends Error {
  readonly status: number;
  /** One of contract/errors.ts; null where a proxy answered. */
  readonly code: string | null;
  /** The whole answer, which may say more. */
  readonly body: unknown;

  constructor(status: number, message: string, code: string | null = null, body: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** The session ended, or lost its role, while the page was open. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/**
 * Whether the server refused what was asked, so that asking again is useless. A lost connection, a fault of the
 * server, a session that is over and a running import are no refusals.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return !retriedStatuses.has(error.status) && error.code !== 'import_running';
}

const retriedStatuses = new Set([401, 403, 408, 429]);

/** Whether something may have been done although nobody says so. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 500);
}

/** The connection was lost, or silent for too long. What was asked for may have been done. */
export class NoAnswerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoAnswerError';
  }
}
