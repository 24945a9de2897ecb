import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { Exact } from './exact.ts';
import { changeEffects, changeKinds, changeWeights } from './redline-words.ts';
import { RevisionStatus } from './revisions.ts';

/** Left, top, width and height in points, from the upper left of the page as it is shown. */
export const Box = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]);
export type Box = Static<typeof Box>;

/** A place in one of the two documents. */
const Place = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  /** One a line. Where something is missing: a box without width at the place it would have. */
  boxes: Type.Array(Box),
});
export type Place = Static<typeof Place>;

/** A piece of a sentence: as it is in both documents, or in the older or newer one only. */
const ContextPiece = Type.Object({
  kind: Type.Enum(['same', 'deleted', 'inserted']),
  text: Type.String(),
});
export type ContextPiece = Static<typeof ContextPiece>;

const RedlineChange = Type.Object({
  /** From 1, in the order of the newer document. */
  id: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...changeKinds]),
  /** What it is: the first that applies, in the order of the list. */
  weight: Type.Enum([...changeWeights]),
  /** What became of it; null where that is not certain. */
  effect: Type.Union([Type.Enum([...changeEffects]), Type.Null()]),
  /** By how many percent a number is more, or less; null where that is not certain. */
  percent: Type.Union([Type.Number(), Type.Null()]),
  /** By how much, where a percentage says nothing: `+20 °C`. */
  difference: Type.Optional(Type.String()),
  /** The clause's heading, such as `4.2 Thickness`; null before the first. */
  clause: Type.Union([Type.String(), Type.Null()]),
  /** In the older and in the newer document. Both have at least one, so that both can be shown. */
  from: Type.Array(Place),
  to: Type.Array(Place),
  /** The row of a table, such as `Table 3, M10`; null outside of tables. */
  row: Type.Union([Type.String(), Type.Null()]),
  /** The sentence, list item or row, long ones shortened; of a moved text, its words. */
  context: Type.Array(ContextPiece),
  /** The changed words; empty where there are none. */
  from_text: Type.String(),
  to_text: Type.String(),
});
export type RedlineChange = Static<typeof RedlineChange>;

/** Headers, footers, watermarks: reported once, not on every page. */
const FurnitureChange = Type.Object({
  kind: Type.Enum(['header', 'footer', 'watermark']),
  weight: Type.Enum([...changeWeights]),
  effect: Type.Union([Type.Enum([...changeEffects]), Type.Null()]),
  percent: Type.Union([Type.Number(), Type.Null()]),
  difference: Type.Optional(Type.String()),
  from_text: Type.String(),
  to_text: Type.String(),
  /** On how many pages. */
  pages: Type.Integer(),
});
export type FurnitureChange = Static<typeof FurnitureChange>;

const RedlineSide = Type.Object({
  customer: Type.String(),
  doc_num: Type.String(),
  doc_desc: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
  status: RevisionStatus,
  /** SHA-256 of the bytes. */
  hash: Type.String(),
  /** Width and height in points of each page as it is shown; runs of equal pages are written once. */
  page_sizes: Type.Array(
    Type.Object({ pages: Type.Integer(), width: Type.Number(), height: Type.Number() }),
  ),
});
export type RedlineSide = Static<typeof RedlineSide>;

export const Redline = Type.Object({
  from: RedlineSide,
  to: RedlineSide,
  /** `different`: hardly anything is common, so single changes are not listed. */
  verdict: Type.Enum(['identical', 'same_text', 'changed', 'different']),
  changes: Type.Array(RedlineChange),
  furniture: Type.Array(FurnitureChange),
  /** Pages whose text could not be compared, because there is none; their pictures were. */
  pages_by_picture: Type.Integer(),
  /** Heights that correspond, for scrolling together: page and share of its height, of both sides. */
  anchors: Type.Array(Type.Tuple([Type.Integer(), Type.Number(), Type.Integer(), Type.Number()])),
});
export type Redline = Static<typeof Redline>;

/** The comparison is under way; ask again. */
export const RedlineProgress = Type.Object({
  step: Type.Enum(['waiting', 'reading', 'reading_again', 'comparing']),
  /** 0 to 1. */
  done: Type.Number(),
});
export type RedlineProgress = Static<typeof RedlineProgress>;

/** Each side is named like its PDF, with its customer before: see redlineName. */
const Sides = Exact({
  from: Type.String({ minLength: 1, maxLength: 3000 }),
  to: Type.String({ minLength: 1, maxLength: 3000 }),
});

/** 200 with the changes, or 202 with how far it is; 404 where nobody started it. */
export const readRedline = {
  ...calls.readRedline,
  query: Sides,
  response: Redline,
  progress: RedlineProgress,
} as const;

/** Starts the comparison unless it is there or under way. */
export const startRedline = {
  ...calls.startRedline,
  body: Sides,
  response: Redline,
  progress: RedlineProgress,
} as const;

/** The newer text with the deletions in between. */
const RedlineRun = Type.Object({
  kind: Type.Enum(['same', 'inserted', 'deleted']),
  /** Words of a clause's heading. */
  is_heading: Type.Optional(Type.Literal(true)),
  /** Lines and paragraphs end with `\n`. */
  text: Type.String(),
  /** Its page: in the newer document, or in the older one if it was deleted. */
  page: Type.Integer(),
  change: Type.Union([Type.Integer(), Type.Null()]),
});
export type RedlineRun = Static<typeof RedlineRun>;

/** The second view, in one; like `readRedline` 202 while it is not there yet. */
export const readRedlineText = {
  ...calls.readRedlineText,
  query: Sides,
  response: Type.Object({ runs: Type.Array(RedlineRun) }),
  progress: RedlineProgress,
} as const;

export const startRedlineText = {
  ...calls.startRedlineText,
  body: Sides,
  response: readRedlineText.response,
  progress: RedlineProgress,
} as const;
