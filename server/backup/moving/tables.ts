import type { Schema } from '../../db/schema.ts';

export type TableName = keyof Schema;

type Keys = { [Table in TableName]: readonly (keyof Schema[Table] & string)[] };

/**
 * Every table of the library with the key that orders its rows; referenced tables come first. The compiler
 * reports a table that is in the schema and not here.
 */
const keys: Keys = {
  customers: ['id'],
  documents: ['id'],
  users: ['id'],
  user_roles: ['user_id', 'role_name'],
  user_groups: ['user_id', 'group_name'],
  sessions: ['id_hash'],
  outside_checks: ['user_id'],
  secrets: ['name'],
  login_attempts: ['key'],
  access_audit: ['id'],
  versions: ['name'],
  audit: ['id'],
  changes: ['change_id'],
  feed_cursors: ['name'],
  former_numbers: ['loose_num', 'document_id'],
  standards: ['id'],
  revisions: ['document_id'],
  import_headings: ['heading_key'],
  jobs: ['id'],
  workers: ['node', 'name'],
  backup_results: ['task'],
  near_keys: ['near_key', 'name_key'],
  contents: ['hash'],
  page_texts: ['hash', 'page'],
  content_words: ['hash'],
  redlines: ['from_hash', 'to_hash'],
  ocr_contents: ['hash'],
  ocr_texts: ['hash', 'page'],
  pictures: ['hash'],
  files: ['id'],
  entry_files: ['document_id'],
  file_changes: ['id'],
  notes: ['id'],
  note_comments: ['uuid'],
  note_pictures: ['uuid'],
  note_signatures: ['user_id'],
  opened_documents: ['user_name', 'document_id'],
  searches_without_hit: ['code_key'],
  number_shapes: ['shape'],
  mentions: ['number_key', 'hash'],
  content_mentions: ['hash'],
  missing_numbers: ['number_key'],
  cases: ['id'],
  case_people: ['case_id', 'part', 'user_name'],
  case_lines: ['id'],
  case_actions: ['id'],
  case_action_lines: ['action_id', 'line_id'],
  case_days: ['id'],
  case_rules: ['customer_id'],
  case_owners: ['customer_id', 'number_key'],
  calendars: ['id'],
  calendar_days: ['calendar_id', 'day'],
  scan_state: ['id'],
};

export type TableColumn = { name: string; isText: boolean };

/** A table as a move reads and writes it: its key, and the columns that can be written. */
export type Table = { name: TableName; key: readonly TableColumn[]; columns: readonly string[] };

// The names of `keys` are those of the schema.
export const tableNames = Object.keys(keys) as TableName[];

/** Those of older schemas that are not moved, too. */
export const knownTables: ReadonlySet<string> = new Set([
  ...tableNames,
  'search_snapshots',
  'search_snapshot_parts',
]);

export function keyOf(table: TableName): readonly string[] {
  return keys[table];
}
