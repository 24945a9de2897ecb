/** Whether the text of an entry's PDF is searched, or why not. An entry without a PDF counts as searched. */
export type TextState = 'searched' | 'scan' | 'unread' | 'broken' | 'encrypted' | 'too_large';

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
  /** The content of its PDF, once that was read. */
  hash: string | null;
  text_state: TextState;
};
