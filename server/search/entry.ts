/** An entry as the index knows it. */
export type IndexedEntry = {
  document_id: number;
  customer_id: number;
  customer: string;
  doc_num: string;
  doc_desc: string;
  language: string | null;
  doc_rev: string;
  /** Whether no newer revision of the same customer, number and language is there. */
  is_latest: boolean;
  /** Whether readers can get its PDF. */
  has_file: boolean;
  /** The content of its PDF, once that was read. */
  hash: string | null;
  /** The PDF was read, and has no text. */
  is_scan: boolean;
  /** The PDF is there, and is not read yet. */
  is_unread: boolean;
};
