/** Whether the text of an entry's PDF can be searched, or why not. An entry without a PDF counts as searched. */
export type TextState = 'searched' | 'unread' | 'broken' | 'encrypted' | 'too_large';

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
  is_withdrawn: boolean;
  text_state: TextState;
  /** The content of its PDF, once that was read. */
  hash: string | null;
  /** Which version of the extraction read it; 1000 more for each version of OCR that read it, too. */
  extraction: number;
};
