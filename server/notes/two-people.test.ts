import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { fillAddress } from '#contract/calls.ts';
import * as calls from '#contract/notes.ts';
import type { Note } from '#contract/notes.ts';
import { aNote } from '../../test/a-note.ts';
import { startNoting } from '../../test/noting.ts';
import { textPdf } from '../../test/pdfs.ts';
import { randomNumbers } from '../../test/random.ts';
import { times } from '../../test/times.ts';
import { ApiError, NoAnswerError } from '../../web/failures.ts';
import { drawnPart } from '../../web/viewer/notes/history.ts';
import {
  commentsOfOthers,
  type NotesApi,
  NoteStore,
  type UnsavedNote,
} from '../../web/viewer/notes/note-store.ts';

const name = 'AM-1_EN_1.pdf';
const pdf = await textPdf('Zinc plating of steel parts shall be checked');
const rects: [number, number, number, number][] = [[80, 200, 160, 60]];

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startNoting>>['person']>>;

/** A window of the author: what the viewer does, with the real server behind it. */
class AuthorsWindow {
  readonly store: NoteStore;
  /** Whether the answer to the next call is lost. */
  losesAnswer = false;
  /** Comments of others that the author was asked about before they went. */
  readonly askedAbout = new Set<string>();
  /** What the author wrote and then replaced or deleted, having seen it. */
  readonly given = new Set<string>();

  constructor(author: Person) {
    const kept = new Map<string, UnsavedNote>();
    this.store = new NoteStore({
      name,
      api: this.#apiOf(author),
      unsaved: {
        load: async () => [...kept.values()],
        put: (note) => void kept.set(note.id, note),
        remove: (id) => void kept.delete(id),
        isKeeping: () => true,
      },
      newId: randomUUID,
      later: () => () => {}, // the test says when
      isWatched: () => true,
    });
  }

  #apiOf(author: Person): NotesApi {
    const send = async <T>(...[method, url, body]: Parameters<Person['send']>): Promise<T> => {
      const answer = await author.send(method, url, body);
      if (this.losesAnswer) {
        this.losesAnswer = false;
        throw new NoAnswerError('No connection to the server.');
      }
      const said = answer.json<T & { message: string; code: string }>();
      if (answer.statusCode === 200) return said;
      throw new ApiError(answer.statusCode, said.message, said.code, said);
    };
    const sent = (note: Note) => {
      const { quote: _quote, carried: _carried, ...part } = drawnPart(note);
      return part;
    };
    return {
      list: async (_name, since) => author.list(since ?? undefined),
      draw: async () => [],
      add: (_name, note, restores) => {
        const { id, content, kind } = note;
        const version = restores === null ? {} : { version: restores };
        return send('POST', calls.addNote.url, {
          id,
          name,
          content,
          kind,
          ...sent(note),
          ...version,
        });
      },
      save: (note, version) =>
        send('PUT', fillAddress(calls.saveNote.url, { id: note.id }), { ...sent(note), version }),
      remove: (id, version, known) => {
        const comments = known.map((comment) => comment.slice(0, 8)).join();
        const query = `?version=${version}&comments=${comments}`;
        return send('DELETE', `${fillAddress(calls.deleteNote.url, { id })}${query}`);
      },
    };
  }

  notes = (): Note[] => [...this.store.state().notes.values()];

  /** What the author does; texts that were seen and are gone by that were meant to go. */
  act(work: () => void): void {
    const before = this.notes().map(({ text }) => text);
    work();
    const after = new Set(this.notes().map(({ text }) => text));
    for (const text of before) if (!after.has(text)) this.given.add(text);
    for (const text of after) this.given.delete(text);
  }

  /** As NotesControl: with a question, which is answered with yes. */
  delete(notes: readonly Note[], work: () => void): void {
    const asked = notes.filter((note) => commentsOfOthers(note) > 0);
    for (const { comments } of asked) for (const { id } of comments) this.askedAbout.add(id);
    this.act(work);
  }

  async sync(): Promise<void> {
    await this.store.saveAll();
    await this.store.refresh().catch(() => {});
  }
}

// What is here twice happens more often.
const deeds = [
  'write',
  'write',
  'delete',
  'undo',
  'undo',
  'redo',
  'share',
  'sync',
  'sync',
  'lose',
  'comment',
  'comment',
  'take comment back',
] as const;

const runs = times({ short: 40, full: 300 });
const stepsOfRun = 12;

test(
  'two people, one note: nobody’s words are lost without a question, in any order',
  { timeout: runs * 3000 },
  async () => {
    const library = await startNoting(onTestFinished, { [name]: pdf });
    const [anna, ben] = [await library.person('anna'), await library.person('ben')];
    const { content } = await anna.list();
    for (let run = 0; run < runs; run++) {
      const random = randomNumbers('two people', run);
      const one = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
      const windows = [new AuthorsWindow(anna), new AuthorsWindow(anna)];
      const shared = { content: content ?? '', author: 'anna', is_private: false, rects };
      const first = aNote({ ...shared, id: randomUUID(), text: `${run}: first` });
      windows[0]?.store.change([{ before: null, after: first }]);
      for (const window of windows) await window.sync();
      const written = new Set([first.text]);
      const comments = new Map<string, string>();
      const done: string[] = [];

      for (let step = 0; step < stepsOfRun; step++) {
        const window = one(windows);
        const note = window.notes()[0];
        const deed = one(deeds);
        done.push(`${windows.indexOf(window)} ${deed}`);
        if (deed === 'write') {
          const text = `${run}: ${step}`;
          const before = note ?? null;
          const after = { ...(note ?? { ...first, id: randomUUID() }), text };
          written.add(text);
          window.act(() => window.store.change([{ before, after }]));
        } else if (deed === 'delete' && note !== undefined) {
          window.delete([note], () => window.store.change([{ before: note, after: null }]));
        } else if (deed === 'undo' || deed === 'redo') {
          window.delete(window.store.goneBy(deed), window.store[deed]);
        } else if (deed === 'share' && note !== undefined) {
          const after = { ...note, is_private: !note.is_private };
          window.store.change([{ before: note, after }]);
        } else if (deed === 'sync') await window.sync();
        else if (deed === 'lose') window.losesAnswer = true;
        else if (deed === 'comment') {
          const [seen] = (await ben.list()).data;
          const id = randomUUID();
          const answer = seen && (await ben.comment(seen.id, `${run}: ben ${step}`, id));
          if (answer?.statusCode === 200) comments.set(id, seen?.id ?? '');
          if (random() < 0.5) await window.sync();
        } else if (deed === 'take comment back') {
          const [[id = '', of = ''] = []] = comments;
          const url = fillAddress(calls.deleteNoteComment.url, { id: of, comment: id });
          if (id !== '' && (await ben.send('DELETE', url)).statusCode === 200) comments.delete(id);
        }
      }

      for (const window of [...windows, ...windows]) {
        window.losesAnswer = false;
        await window.sync();
      }
      const seen = (await ben.list()).data;
      const shown = new Set(seen.flatMap((note) => note.comments.map(({ id }) => id)));
      const askedAbout = new Set(windows.flatMap((window) => [...window.askedAbout]));
      const alive = new Set(seen.map(({ id }) => id));
      const lost = [...comments].filter(
        ([id, of]) => !shown.has(id) && (alive.has(of) || !askedAbout.has(id)),
      );
      const own = (await anna.list()).data;
      const texts = new Set(own.map(({ text }) => text));
      const given = new Set(windows.flatMap((window) => [...window.given]));
      const gone = [...written].filter((text) => !texts.has(text) && !given.has(text));
      expect({ run, lost, gone, done: lost.length + gone.length > 0 && done }).toEqual({
        run,
        lost: [],
        gone: [],
        done: false,
      });
      expect(windows.map(({ store }) => store.unsavedCount())).toEqual([0, 0]);
      for (const note of own) await anna.remove(note.id, note.version);
    }
  },
);
