/** What the access audit records; see server/auth/access-log.ts. */
export type AccessAction =
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'password_changed'
  | 'password_refused'
  | 'sessions_ended'
  | 'account_added'
  | 'account_disabled'
  | 'account_enabled'
  | 'role_given'
  | 'role_taken'
  | 'group_joined'
  | 'group_left'
  | 'evidence_exported'
  | 'document_opened'
  /** Sent to the browser before the reader opened it; perhaps the reader never did. */
  | 'document_fetched_ahead'
  | 'document_downloaded';

export type DocumentAction = Extract<AccessAction, `document_${string}`>;
