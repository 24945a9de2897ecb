/** What is printed on the first page of a document, and what its PDF says about itself. */
export type DocumentFacts = {
  doc_num: string;
  doc_rev: string;
  title: string;
  issuer: string;
  issued: Date;
};
