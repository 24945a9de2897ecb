import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { fillAddress } from '#contract/calls.ts';
import * as calls from '#contract/notes.ts';
import { addToGroup } from '../server/auth/groups.ts';
import { encodePng } from '../server/pdf/draw/png.ts';
import type { CleanUp } from './clean-up.ts';
import { type LibraryOptions, startLibrary, type TestLibrary } from './harness.ts';

export type SentNote = Static<typeof calls.addNote.body>;
export type NoteList = Static<typeof calls.listNotes.response>;

/** A library with these PDFs read, and people who write notes. */
export async function startNoting(
  cleanUp: CleanUp,
  files: Record<string, Uint8Array>,
  options: LibraryOptions = {},
) {
  const library = await startLibrary(cleanUp, { entries: [{}], ...options });
  for (const [name, content] of Object.entries(files)) await library.write(name, content);
  await library.scan();

  async function person(name: string, ...roles: string[]) {
    await library.addUser(name, 'EGD_LIB', ...roles);
    return noting(library, name, await library.signIn(name));
  }
  return { ...library, person };
}

/** Someone signed in, with the calls of notes. */
export function noting(library: TestLibrary, name: string, cookie: string) {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    library.app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
    });
  const list = async (since?: string, of = 'AM-1_EN_1.pdf') => {
    const query = new URLSearchParams({ name: of, ...(since === undefined ? {} : { since }) });
    const answer = await send('GET', `${calls.listNotes.url}?${query.toString()}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<NoteList>();
  };
  /** The strokes that one answer gives of these notes. */
  const draw = async (ids: readonly string[]) => {
    const answer = await send('GET', `${calls.readDrawings.url}?ids=${ids.join()}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Static<typeof calls.readDrawings.response>>().data;
  };
  return {
    name,
    cookie,
    send,
    list,
    draw,
    add: (note: SentNote) => send('POST', calls.addNote.url, note),
    /** Adds a note, which must not be refused. */
    async write(note: SentNote): Promise<calls.Note> {
      const answer = await send('POST', calls.addNote.url, note);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<calls.Note>();
    },
    save: (id: string, note: Partial<calls.Note>) => {
      const { version, page, rects, other_pages, words, text, look, is_private, group } = note;
      const state = note.carried?.state;
      const body = {
        version,
        page,
        rects,
        other_pages,
        words,
        text,
        look,
        is_private,
        group,
        ...(state === undefined || state === 'lost' ? {} : { carried_state: state }),
      };
      return send('PUT', fillAddress(calls.saveNote.url, { id }), body);
    },
    /** `comments`: the ids of those that the author knows of; a browser of before 1.0 does not say. */
    remove: (id: string, version: number, comments?: readonly string[]) => {
      const starts = comments?.map((comment) => comment.slice(0, 8)).join();
      const known = starts === undefined ? '' : `&comments=${starts}`;
      return send(
        'DELETE',
        `${fillAddress(calls.deleteNote.url, { id })}?version=${version}${known}`,
      );
    },
    sign: (signature: calls.NoteLook) => send('PUT', calls.saveSignature.url, { signature }),
    comment: (id: string, text: string, comment = randomUUID()) =>
      send('POST', fillAddress(calls.addNoteComment.url, { id }), { id: comment, text }),
    hide: (id: string, reason: string | null) =>
      send('POST', fillAddress(calls.hideNote.url, { id }), { reason }),
  };
}

/** A row in every table of notes: of a group, on `AM-1_EN_1.pdf`, with a comment, a picture and a kept signature. */
export async function fillNotes(library: TestLibrary, name: string, cookie: string) {
  const person = noting(library, name, cookie);
  await addToGroup(library.db, 'Welding', name);
  const { content } = await person.list();
  const picture = randomUUID();
  const png = Buffer.from(encodePng(1, 1, new Uint8Array(4))).toString('base64');
  const { url } = calls.addNotePicture;
  await person.send('POST', url, { id: picture, png });
  const look = { colour: '#000000', picture };
  const rects: SentNote['rects'] = [[70, 70, 60, 40]];
  const stamp = { kind: 'stamp', group: 'Welding', words: null, rects, look } as const;
  const note = await person.write(noteOn(content, { ...stamp, text: 'Überzug 亜鉛' }));
  await person.comment(note.id, 'Seen');
  await person.send('PUT', calls.saveSignature.url, { signature: look });
}

/** A note as a browser sends it; on the first two words, and for everyone. */
export function noteOn(content: string | null, note: Partial<SentNote> = {}): SentNote {
  return {
    id: randomUUID(),
    name: 'AM-1_EN_1.pdf',
    content: content ?? '',
    kind: 'highlight',
    is_private: false,
    group: null,
    page: 1,
    rects: [],
    other_pages: [],
    words: [0, 1],
    text: '',
    look: { colour: '#ffd400' },
    ...note,
  };
}
