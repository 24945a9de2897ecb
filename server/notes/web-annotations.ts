import { pdfAddress } from '#contract/file-name.ts';
import type { Note } from '#contract/notes.ts';
import type { Db } from '../db/schema.ts';
import type { NotedDocument } from './noted-document.ts';
import { picturesOf } from './pictures.ts';

// W3C Web Annotation Data Model, 2017; what it has no word for is in `egd_library`.

const motivations = {
  highlight: 'highlighting',
  freetext: 'commenting',
  ink: 'commenting',
  stamp: 'tagging',
  signature: 'identifying',
} as const;

/** The notes as a JSON list of W3C Web Annotations, with the pictures inside. */
export async function* annotationFile(
  db: Db,
  document: NotedDocument,
  portions: AsyncIterable<readonly Note[]>,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const notes of portions) {
    for (const note of notes) {
      const [png] = (await picturesOf(db, [note])).values();
      yield `${before}${JSON.stringify(webAnnotation(note, document, png))}`;
      before = ',\n';
    }
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

function webAnnotation(note: Note, document: NotedDocument, png: Uint8Array | undefined): object {
  const { id, created_at, modified_at, text, comments, page, rects } = note;
  const [x = 0, y = 0, width = 0, height = 0] = rects[0] ?? [];
  const comment = (value: string, purpose: string) => ({ type: 'TextualBody', value, purpose });
  return {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    motivation: motivations[note.kind],
    creator: personOf(note),
    created: created_at,
    modified: modified_at,
    body: [
      ...(text === '' ? [] : [comment(text, 'commenting')]),
      ...comments.map((one) => ({
        ...comment(one.text, 'replying'),
        creator: personOf(one),
        created: one.at,
      })),
      ...(png === undefined ? [] : [imageBody(png)]),
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

function personOf({ author, author_name }: { author: string; author_name: string }): object {
  return { type: 'Person', name: author_name, nickname: author };
}

function imageBody(png: Uint8Array): object {
  const id = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  return { type: 'Image', format: 'image/png', id };
}

function ownPart({ content, kind, page, rects, other_pages, words, look, signed }: Note) {
  return { content, kind, page, rects, other_pages, words, look, signed };
}
