import type { Generated, Kysely, Transaction } from 'kysely';

/** The tables as types. Times are UTC ISO 8601 text; a nullable time says yes or no. */
export type Schema = {
  customers: {
    id: Generated<number>;
    name: string;
    /** Two spellings of one customer have one key. */
    name_key: string;
    sort_key: string;
    /** Counts every change of the customer's documents; kept by triggers. */
    documents_version: Generated<number>;
  };
  documents: {
    id: Generated<number>;
    customer_id: number;
    doc_num: string;
    doc_desc: string;
    doc_rev: string;
    language: string | null;
    /** Key of the file's name; see contract/file-name.ts. */
    file_key: string;
    short_file_key: string;
    sort_key: string;
    created_by_user: string;
    modified_by_user: string;
    created_at: string;
    modified_at: string;
  };
  users: {
    id: Generated<number>;
    name: string;
    name_key: string;
    display_name: string;
    password_hash: string;
    created_at: string;
    disabled_at: string | null;
  };
  user_roles: { user_id: number; role_name: string };
  sessions: {
    id_hash: string;
    user_id: number;
    created_at: string;
    last_seen_at: string;
  };
  login_attempts: {
    key: string;
    /** When the attempts made so far will be forgotten, in milliseconds since 1970. */
    forgotten_at_ms: number;
  };
  /** One counter a subject, raised by triggers with every change; caches are valid for a count. */
  versions: { name: 'auth' | 'catalogue'; value: number };
};

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
