import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';

/** Of the PDF, as in its address. */
const name = Type.String({ minLength: 1, maxLength: 1000 });
const content = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A run of pages of one size, in points, as they are shown. */
const PageSizes = Type.Object({
  pages: Type.Integer({ minimum: 1 }),
  width: Type.Number(),
  height: Type.Number(),
});

/** Refused as the PDF itself is; 204 where its pages are not known (yet). */
export const readPages = {
  ...calls.readPages,
  params: Type.Object({ name }),
  response: Type.Object({
    /** SHA-256 of the file. */
    content,
    pages: Type.Integer({ minimum: 1 }),
    page_sizes: Type.Array(PageSizes),
  }),
} as const;
export type Pages = Static<typeof readPages.response>;

/** Refused as the PDF itself is; 204 where there is no picture; with `changed_meanwhile` where the content is another. */
export const readPagePicture = {
  ...calls.readPagePicture,
  params: Type.Object({ name, page: Type.String({ pattern: '^[1-9]\\d{0,6}$' }) }),
  query: Exact({
    /** Clockwise, beside the page's own. */
    rotation: Type.Optional(Type.Enum(['0', '90', '180', '270'])),
    /** The content that the picture must show. */
    content: Type.Optional(content),
  }),
} as const;
