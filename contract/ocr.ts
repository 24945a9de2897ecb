import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';

const share = Type.Integer({ minimum: 0, maximum: 10_000 });

/** A word, and its left, top, width and height in ten-thousandths of the page as it is shown. */
const OcrWord = Type.Tuple([Type.String(), share, share, share, share]);
export type OcrWord = Static<typeof OcrWord>;

const OcrPage = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  lines: Type.Array(Type.Array(OcrWord)),
});

/** What OCR read on some pages of a PDF, from one page on; pages that it did not read are left out. */
export const readOcrWords = {
  ...calls.readOcrWords,
  query: Exact({
    /** Of the PDF, as in its address, not encoded. */
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    from: Type.String({ pattern: '^[1-9]\\d{0,6}$' }),
  }),
  response: Type.Object({ data: Type.Array(OcrPage) }),
} as const;
