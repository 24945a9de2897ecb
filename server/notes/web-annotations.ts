import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { LibraryError } from '#contract/errors.ts';
import { pdfAddress } from '#contract/file-name.ts';
import { mostNoteLetters } from '#contract/note-words.ts';
import { addNote, type importNotes, type Note } from '#contract/notes.ts';
import type { Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { plainText } from './anchor.ts';
import type { NoteReader } from './note-readers.ts';
import { type NotedDocument, requireNotedDocument } from './noted-document.ts';
import { addNote as add } from './notes.ts';
import { readPageWords } from './page-words.ts';

// W3C Web Annotation Data Model, 2017; what it has no word for is in `egd_library`.

const motivations = {
  highlight: 'highlighting',
  freetext: 'commenting',
  ink: 'commenting',
  stamp: 'tagging',
  signature: 'identifying',
} as const;

/** A note as a W3C Web Annotation. */
export function webAnnotation(note: Note, document: NotedDocument): object {
  const { id, author, created_at, modified_at, text, comments, page, rects } = note;
  const [x = 0, y = 0, width = 0, height = 0] = rects[0] ?? [];
  const comment = (value: string, purpose: string) => ({ type: 'TextualBody', value, purpose });
  return {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    motivation: motivations[note.kind],
    creator: { type: 'Person', name: author },
    created: created_at,
    modified: modified_at,
    body: [
      ...(text === '' ? [] : [comment(text, 'commenting')]),
      ...comments.map((one) => ({
        ...comment(one.text, 'replying'),
        creator: { type: 'Person', name: one.author },
        created: one.at,
      })),
    ],
    target: {
      source: pdfAddress(document),
      selector: [
        {
          type: 'FragmentSelector',
          conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
          value: `page=${page}&viewrect=${[x, y, width, height].join(',')}`,
        },
        ...(note.quote === ''
          ? []
          : [
              {
                type: 'TextQuoteSelector',
                exact: note.quote,
                prefix: note.before,
                suffix: note.after,
              },
            ]),
      ],
    },
    egd_library: ownPart(note),
  };
}

function ownPart({ content, kind, page, rects, other_pages, words, look }: Note) {
  return { content, kind, page, rects, other_pages, words, look };
}

const { content, kind, page, rects, other_pages, words, look } = addNote.body.properties;
const OwnPart = Type.Object({ content, kind, page, rects, other_pages, words, look });

const Selector = Type.Object({
  type: Type.String(),
  value: Type.Optional(Type.String()),
  exact: Type.Optional(Type.String()),
});
const Body = Type.Object({
  value: Type.Optional(Type.String()),
  purpose: Type.Optional(Type.String()),
});
const Annotation = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 1000 })),
  body: Type.Optional(Type.Union([Body, Type.Array(Body), Type.String()])),
  target: Type.Object({ selector: Type.Union([Selector, Type.Array(Selector)]) }),
  egd_library: Type.Optional(Type.Unknown()),
});
type Annotation = Static<typeof Annotation>;

/** Adds annotations as notes of the reader; each is imported once, however often it is sent. */
export async function importAnnotations(
  library: Library,
  reader: NoteReader,
  sent: Static<typeof importNotes.body>,
): Promise<Static<typeof importNotes.response>> {
  const { db } = library;
  const document = await requireNotedDocument(db, sent.name);
  const { name, is_private, group } = sent;
  const told = { added: 0, known: 0, refused: [] as { number: number; reason: string }[] };
  for (const [at, annotation] of sent.annotations.entries()) {
    try {
      if (!Value.Check(Annotation, annotation)) throw notReadable();
      const id = idFor(reader, document, annotation);
      if (await isThere(db, reader, document, [id, uuidIn(annotation)])) told.known += 1;
      else {
        const place = await placeOf(db, document, annotation);
        await add(library, reader, { ...place, id, name, is_private, group });
        told.added += 1;
      }
    } catch (error) {
      if (!(error instanceof LibraryError)) throw error;
      told.refused.push({ number: at + 1, reason: error.message });
    }
  }
  return told;
}

function notReadable(): LibraryError {
  return new LibraryError('bad_request', 'It is not a Web Annotation with a selector.');
}

function uuidIn({ id = '' }: Annotation): string {
  return id.replace(/^urn:uuid:/, '');
}

/** The same for the same annotation, so that a second import changes nothing. */
function idFor(reader: NoteReader, { file_key }: NotedDocument, annotation: Annotation): string {
  const of = JSON.stringify([reader.id, file_key, annotation.id ?? annotation]);
  const hex = createHash('sha256').update(of).digest('hex');
  return [0, 8, 12, 16, 20].map((at, part) => hex.slice(at, [8, 12, 16, 20, 32][part])).join('-');
}

async function isThere(
  db: Db,
  reader: NoteReader,
  { ids }: NotedDocument,
  uuids: readonly string[],
): Promise<boolean> {
  const found = await db
    .selectFrom('notes')
    .select('id')
    .where('uuid', 'in', uuids)
    .where('author_id', '=', reader.id)
    .where('document_id', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function placeOf(db: Db, document: NotedDocument, annotation: Annotation) {
  const text = textIn(annotation);
  const own = annotation.egd_library;
  if (Value.Check(OwnPart, own) && own.content === document.content) return { ...own, text };
  const content = document.content ?? '';
  const page = pageIn(annotation);
  const quote = selectorsOf(annotation).find(({ exact }) => exact !== undefined)?.exact ?? '';
  const words = await findWords(db, content, page, quote);
  const look = { colour: '#ffd400' };
  return {
    content,
    kind: 'highlight' as const,
    page,
    rects: [],
    other_pages: [],
    words,
    look,
    text,
  };
}

/** The words of a quote on its page; it must occur there once. */
async function findWords(
  db: Db,
  content: string,
  page: number,
  quote: string,
): Promise<[number, number]> {
  const words = (await readPageWords(db, content, [page]))?.get(page) ?? [];
  const wanted = quote.split(/\s+/).filter(Boolean);
  const starts = words.flatMap((_, at) => {
    const end = at + wanted.length;
    const isSame = plainText(words.slice(at, end)) === wanted.join(' ');
    return wanted.length > 0 && end <= words.length && isSame ? at : [];
  });
  const [first] = starts;
  if (first === undefined || starts.length > 1) {
    throw new LibraryError('bad_request', 'Its quote is not on its page, or more than once.');
  }
  return [first, first + wanted.length - 1];
}

function selectorsOf({ target }: Annotation) {
  return [target.selector].flat();
}

function pageIn(annotation: Annotation): number {
  const values = selectorsOf(annotation).map(({ value = '' }) => value);
  const pages = values.flatMap(
    (value) => /(?:^|&)page=([1-9]\d{0,5})(?:&|$)/.exec(value)?.[1] ?? [],
  );
  if (pages[0] === undefined) throw new LibraryError('bad_request', 'It does not name its page.');
  return Number(pages[0]);
}

function textIn({ body = [] }: Annotation): string {
  const bodies = typeof body === 'string' ? [{ value: body }] : [body].flat();
  const own = bodies.filter((one) => !('purpose' in one) || one.purpose !== 'replying');
  const text = own.map(({ value = '' }) => value).join('\n');
  if (text.length <= mostNoteLetters) return text;
  throw new LibraryError('bad_request', 'Its text is too long.');
}
