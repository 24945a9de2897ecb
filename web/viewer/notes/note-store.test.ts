import { expect, test } from 'vitest';
import type { Note } from '#contract/notes.ts';
import { ApiError, NoAnswerError } from '../../failures.ts';
import { drawnPart } from './history.ts';
import { aNote } from '../../../test/a-note.ts';
import { NoteStore, type NotesApi, type UnsavedNote } from './note-store.ts';

const name = 'AM-1_EN_1.pdf';

/** A server that may be unreachable, or lose its answers. */
class Server {
  notes = new Map<string, Note>();
  isDown = false;
  losesAnswers = false;
  calls: string[] = [];
  #changes: string[] = [];

  readonly api: NotesApi = {
    list: (_name, since) =>
      this.#answer('list', () => {
        const changed = [...new Set(this.#changes.slice(Number(since ?? 0)))];
        return {
          data: changed.flatMap((id) => listed(this.notes.get(id))),
          gone: changed.filter((id) => !this.notes.has(id)),
          cursor: String(this.#changes.length),
          more: false,
          is_whole: since === null,
          content: 'hash',
          may_write: true,
          why_not: null,
          groups: [],
          is_carrying: false,
        };
      }),
    draw: (ids) =>
      this.#answer(`draw ${ids.join()}`, () =>
        ids.flatMap((id) => {
          const { modified_at = '', look } = this.notes.get(id) ?? {};
          return look?.strokes === undefined ? [] : [{ id, modified_at, strokes: look.strokes }];
        }),
      ),
    add: (_name, note, restores) =>
      this.#answer(`add ${note.text}${restores === null ? '' : ` over ${restores}`}`, () =>
        this.put({ ...(this.notes.get(note.id) ?? { ...note, version: (restores ?? 0) + 1 }) }),
      ),
    save: (note, version) =>
      this.#answer(`save ${note.text}`, () => {
        const now = this.#check(note.id, version);
        return this.put({ ...now, ...drawnPart(note), version: version + 1 });
      }),
    remove: (id, version) =>
      this.#answer(`remove ${id}`, () => {
        this.#check(id, version);
        this.notes.delete(id);
        this.#changes.push(id);
        return { version: version + 1 };
      }),
  };

  put(note: Note): Note {
    this.notes.set(note.id, note);
    this.#changes.push(note.id);
    return note;
  }

  #check(id: string, version: number): Note {
    const now = this.notes.get(id);
    if (now === undefined) throw new ApiError(404, 'gone');
    if (now.version === version) return now;
    throw new ApiError(409, 'changed', 'note_changed', { note: now });
  }

  async #answer<T>(called: string, work: () => T): Promise<T> {
    if (this.isDown) throw new NoAnswerError('No connection to the server.');
    this.calls.push(called);
    const answer = work();
    if (this.losesAnswers) throw new NoAnswerError('No connection to the server.');
    return answer;
  }
}

function listed(note: Note | undefined): Note[] {
  if (note?.look.strokes === undefined) return note === undefined ? [] : [note];
  const { strokes: _, ...look } = note.look;
  return [{ ...note, look: { ...look, lacks_strokes: true } }];
}

/** A window with the document; `kept` is the browser's, which outlives it. */
function openWindow(server: Server, kept = new Map<string, UnsavedNote>()) {
  const timers = new Set<() => void>();
  const watching = { ms: 0, isOn: true };
  let made = 0;
  const store = new NoteStore({
    name,
    api: server.api,
    unsaved: {
      load: async () => [...kept.values()],
      put: (note) => void kept.set(note.id, note),
      remove: (id) => void kept.delete(id),
      isKeeping: () => true,
    },
    newId: () => `copy ${++made}`,
    later: (run, ms) => {
      timers.add(run);
      watching.ms = ms;
      return () => void timers.delete(run);
    },
    isWatched: () => watching.isOn,
  });
  /** Lets the time pass until it saves, once. */
  const pass = async () => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  const texts = () => [...store.state().notes.values()].map(({ text }) => text);
  return { store, pass, texts, kept, watching };
}

const aDrawing = (wanted: Partial<Note>) =>
  aNote({
    kind: 'ink',
    version: 1,
    look: { colour: '#ff0000', strokes: [[[1, 2, 0.5]]] },
    ...wanted,
  });

test('drawings are loaded for the pages that are shown, fifty in one call, and for printing', async () => {
  const server = new Server();
  for (let at = 0; at < 60; at++) server.put(aDrawing({ id: `first ${at}` }));
  server.put(aDrawing({ id: 'far', page: 300 }));
  const { store } = openWindow(server);
  store.showPages([1, 2]);
  await store.refresh();
  const lacking = () =>
    [...store.state().notes.values()].filter(({ look }) => look.lacks_strokes).map(({ id }) => id);
  expect(lacking()).toEqual(['far']);
  const drawn = server.calls.filter((call) => call.startsWith('draw'));
  expect(drawn.map((call) => call.split(',').length)).toEqual([50, 10]);
  await store.drawPages([300]);
  expect(lacking()).toEqual([]);
  expect(store.state().notes.get('far')).toEqual(server.notes.get('far'));
});

test('a drawing is loaded again only when its author changed it, and the old one shows until then', async () => {
  const server = new Server();
  const drawing = server.put(aDrawing({ id: 'a' }));
  const { store } = openWindow(server);
  store.showPages([1]);
  await store.refresh();
  server.put({ ...drawing, version: 2, hidden: { by: 'lena', by_name: 'Lena', reason: 'Wrong' } });
  await store.refresh();
  expect(store.state().notes.get('a')).toEqual(server.notes.get('a'));
  store.showPages([]);
  const look = { colour: '#ff0000', strokes: [[[3, 4, 0.5]]] } satisfies Note['look'];
  server.put({ ...drawing, version: 3, modified_at: 'later', look });
  await store.refresh();
  expect(store.state().notes.get('a')?.look).toEqual({ ...drawing.look, lacks_strokes: true });
  expect(server.calls.filter((call) => call.startsWith('draw'))).toEqual(['draw a']);
  store.showPages([1]);
  await store.drawPages([1]);
  expect(store.state().notes.get('a')).toEqual(server.notes.get('a'));
});

test('a drawing that could not be loaded is asked for by the next poll', async () => {
  const server = new Server();
  server.put(aDrawing({ id: 'a' }));
  const { store, pass } = openWindow(server);
  await store.refresh();
  server.isDown = true;
  store.showPages([1]);
  await expect(store.drawPages([1])).rejects.toThrow('No connection');
  server.isDown = false;
  store.poll();
  await pass();
  expect(store.state().notes.get('a')).toEqual(server.notes.get('a'));
});

const written = (text: string, id = 'a') => aNote({ id, text, version: 0 });

test('a note is added, changed and deleted on the server, and nothing stays in the browser', async () => {
  const server = new Server();
  const { store, pass, kept } = openWindow(server);
  const [first, second] = [written('first'), written('second')];
  store.change([{ before: null, after: first }]);
  expect([...kept.keys()]).toEqual(['a']);
  await pass();
  store.change([{ before: store.state().notes.get('a') ?? null, after: second }]);
  await pass();
  expect(server.notes.get('a')).toMatchObject({ text: 'second', version: 2 });
  store.change([{ before: store.state().notes.get('a') ?? null, after: null }]);
  await pass();
  expect(server.calls).toEqual(['add first', 'save second', 'remove a']);
  expect([server.notes.size, kept.size, store.state().saving]).toEqual([0, 0, 'saved']);
});

test('others see a note with the next question to the server, less than five seconds after it is made', async () => {
  const server = new Server();
  const [author, reader] = [openWindow(server), openWindow(server)];
  reader.store.poll();
  expect(reader.store.state().isLoaded).toBe(false);
  await reader.pass();
  expect(reader.store.state().isLoaded).toBe(true);
  author.store.change([{ before: null, after: written('first') }]);
  expect(author.watching.ms + reader.watching.ms).toBe(4400);
  await author.pass();
  expect(reader.texts()).toEqual([]);
  server.isDown = true; // a question that fails is asked again
  await reader.pass();
  server.isDown = false;
  reader.watching.isOn = false; // nobody looks
  await reader.pass();
  expect(reader.texts()).toEqual([]);
  reader.watching.isOn = true;
  await reader.pass();
  expect(reader.texts()).toEqual(['first']);
  expect(reader.watching.ms).toBe(4000);
  reader.store.close();
  const asked = server.calls.length;
  await reader.pass();
  expect(server.calls.length).toBe(asked);
});

test('a deleted note is restored with the version of its deletion', async () => {
  const server = new Server();
  const { store, pass } = openWindow(server);
  store.change([{ before: null, after: written('first') }]);
  await pass();
  store.change([{ before: store.state().notes.get('a') ?? null, after: null }]);
  await pass();
  store.undo();
  await pass();
  expect(server.calls).toEqual(['add first', 'remove a', 'add first over 2']);
  expect(server.notes.get('a')).toMatchObject({ text: 'first', version: 3 });
});

test('what was written offline outlives a reload, and is saved when the server is back', async () => {
  const server = new Server();
  server.isDown = true;
  const before = openWindow(server);
  before.store.change([{ before: null, after: written('offline') }]);
  await before.pass();
  expect([before.texts(), before.store.state().saving]).toEqual([['offline'], 'waiting']);
  before.store.close();

  server.isDown = false;
  const after = openWindow(server, before.kept);
  await after.store.open();
  expect(after.texts()).toEqual(['offline']);
  await after.pass();
  expect([...server.notes.values()].map(({ text }) => text)).toEqual(['offline']);
  expect(after.kept.size).toBe(0);
});

test('an answer that is lost makes no second note, and a note deleted then is deleted', async () => {
  const server = new Server();
  const { store, pass } = openWindow(server);
  server.losesAnswers = true;
  store.change([{ before: null, after: written('first') }]);
  await pass();
  expect(server.notes.size).toBe(1);
  server.losesAnswers = false;
  store.undo();
  await pass();
  expect([server.notes.size, store.state().notes.size]).toEqual([0, 0]);
  await store.refresh();
  expect(store.state().notes.size).toBe(0);
});

test('what is written after a lost answer is saved, too; what another window made of it stays', async () => {
  const server = new Server();
  const { store, pass, texts } = openWindow(server);
  const write = (text: string) => {
    const now = store.state().notes.get('a') ?? null;
    store.change([{ before: now, after: { ...(now ?? written('')), text } }]);
  };
  server.losesAnswers = true;
  write('first');
  await pass();
  write('second');
  server.losesAnswers = false;
  await pass();
  expect([server.notes.get('a')?.text, store.state().saving]).toEqual(['second', 'saved']);
  expect(server.calls).toEqual(['add first', 'add second', 'save second']);

  const reopened = openWindow(server);
  const kept = { id: 'a', name, saved: null, wanted: written('third'), deleted: null };
  reopened.kept.set('a', kept);
  await reopened.store.open();
  await reopened.pass();
  expect([...server.notes.values()].map(({ text }) => text)).toEqual(['second', 'third']);
  expect(texts()).toEqual(['second']);
});

test('a change or deletion whose answer was lost is no conflict with what follows it', async () => {
  const server = new Server();
  const { store, pass, texts } = openWindow(server);
  server.put(aNote({ id: 'a', text: 'first', version: 1 }));
  await store.refresh();
  const now = () => store.state().notes.get('a') ?? null;
  const write = (text: string) => {
    store.change([{ before: now(), after: { ...aNote(), ...now(), text } }]);
  };
  server.losesAnswers = true;
  write('second');
  await pass();
  server.losesAnswers = false;
  write('third');
  await pass();
  expect(server.notes.get('a')).toMatchObject({ text: 'third', version: 3 });
  server.losesAnswers = true;
  store.change([{ before: now(), after: null }]);
  await pass();
  expect(server.notes.size).toBe(0);
  server.losesAnswers = false;
  store.undo();
  await pass();
  expect([texts(), [...server.notes.keys()]]).toEqual([['third'], ['a']]);
  expect(server.calls.at(-1)).toBe('add third over 4');
  expect([store.state().messages, store.state().saving]).toEqual([[], 'saved']);
});

test('a conflict and a refusal lose nothing that was written while the server answered', async () => {
  const server = new Server();
  const { store, pass, texts } = openWindow(server);
  server.put(aNote({ id: 'a', text: 'first', version: 1 }));
  await store.refresh();
  const seen = { ...aNote(), ...store.state().notes.get('a') };
  server.put({ ...seen, text: 'other', version: 2 });
  const { save } = server.api;
  server.api.save = async (...args) => {
    server.api.save = save;
    store.change([{ before: seen, after: { ...seen, text: 'one more word' } }]);
    return save(...args);
  };
  store.change([{ before: seen, after: { ...seen, text: 'one' } }]);
  await pass();
  expect(texts()).toEqual(['other', 'one more word']);

  server.api.add = async () => {
    store.change([{ before: written('too long', 'b'), after: written('short', 'b') }]);
    server.api.add = add;
    throw new ApiError(422, 'It is too long.');
  };
  const { add } = new Server().api;
  store.change([{ before: null, after: written('too long', 'b') }]);
  await pass();
  expect([texts(), store.state().saving]).toEqual([['other', 'one more word', 'short'], 'saved']);
});

test('a note on a document that was deleted is refused, and asked for once', async () => {
  const server = new Server();
  const window = openWindow(server);
  server.api.add = async () => {
    server.calls.push('add');
    throw new ApiError(404, 'Document not found.');
  };
  const elsewhere = { id: 'b', saved: null, wanted: written('there', 'b'), deleted: null };
  window.kept.set('b', { ...elsewhere, name: 'AM-2_EN_1.pdf' });
  await window.store.open();
  window.store.change([{ before: null, after: written('here') }]);
  await window.pass();
  expect(server.calls).toEqual(['add', 'add']);
  expect(window.store.state().messages).toEqual([
    'Couldn’t save a note on AM-2_EN_1.pdf: Document not found.',
    'Couldn’t save a note: Document not found. Change it or delete it.',
  ]);
  expect([...window.kept.keys()]).toEqual(['b', 'a']);
});

test('two windows: the changes of one appear in the other', async () => {
  const server = new Server();
  const [one, other] = [openWindow(server), openWindow(server)];
  await other.store.refresh();
  one.store.change([{ before: null, after: written('first') }]);
  await one.pass();
  await other.store.refresh();
  expect(other.texts()).toEqual(['first']);
  one.store.undo();
  await one.pass();
  await other.store.refresh();
  expect(other.texts()).toEqual([]);
});

test('a note changed in two windows is kept in both versions, and the reader is told', async () => {
  const server = new Server();
  const [one, other] = [openWindow(server), openWindow(server)];
  server.put(aNote({ id: 'a', text: 'first', version: 1 }));
  await one.store.refresh();
  await other.store.refresh();
  const seen = server.notes.get('a') ?? null;
  one.store.change([{ before: seen, after: { ...aNote(), ...seen, text: 'one' } }]);
  await one.pass();
  other.store.change([{ before: seen, after: { ...aNote(), ...seen, text: 'other' } }]);
  await other.pass();
  expect([...server.notes.values()].map(({ id, text }) => `${id} ${text}`)).toEqual([
    'a one',
    'copy 1 other',
  ]);
  expect(other.texts().toSorted()).toEqual(['one', 'other']);
  expect(other.store.state().messages).toEqual([
    'A note was changed in another window. Your version is now a separate note.',
  ]);
});

test('where new readers are refused, the rest of the change is saved, and the reader is told', async () => {
  const server = new Server();
  const { store, pass } = openWindow(server);
  server.put(aNote({ id: 'a', text: 'first', version: 1, is_private: false }));
  await store.refresh();
  const { save } = server.api;
  server.api.save = async (note, version) => {
    if (!note.is_private) return save(note, version);
    throw new ApiError(409, 'It stays for all.', 'note_changed', { note: server.notes.get('a') });
  };
  const seen = { ...aNote(), ...store.state().notes.get('a') };
  store.change([{ before: seen, after: { ...seen, text: 'second', is_private: true } }]);
  await pass();
  expect(server.notes.get('a')).toMatchObject({ text: 'second', is_private: false });
  expect([...store.state().notes.values()]).toEqual([server.notes.get('a')]);
  expect(store.state()).toMatchObject({ messages: ['It stays for all.'], saving: 'saved' });
});

test('a change that both windows made is no conflict', async () => {
  const server = new Server();
  const window = openWindow(server);
  const saved = server.put(aNote({ id: 'a', text: 'same', version: 2 }));
  const stale = { ...saved, version: 1, text: 'before' };
  const kept: UnsavedNote = {
    id: 'a',
    name,
    saved: stale,
    wanted: { ...saved, version: 1 },
    deleted: null,
  };
  window.kept.set('a', kept);
  await window.store.open();
  await window.pass();
  expect([server.notes.size, window.kept.size, window.store.state().messages]).toEqual([1, 0, []]);
});

test('a note that is refused is kept, said once, and tried again only when it is changed', async () => {
  const server = new Server();
  const window = openWindow(server);
  let isRefused = true;
  const { add } = server.api;
  server.api.add = async (...args) => {
    if (isRefused) throw new ApiError(422, 'It is too long.');
    return add(...args);
  };
  window.store.change([{ before: null, after: written('first') }]);
  await window.pass();
  expect(window.store.state()).toMatchObject({
    saving: 'refused',
    messages: ['Couldn’t save a note: It is too long. Change it or delete it.'],
  });
  expect(window.texts()).toEqual(['first']);
  isRefused = false;
  const now = window.store.state().notes.get('a') ?? null;
  window.store.change([{ before: now, after: written('short') }]);
  await window.pass();
  expect([window.store.state().saving, server.notes.get('a')?.text]).toEqual(['saved', 'short']);
});

test('the server does not undo what is not saved yet', async () => {
  const server = new Server();
  server.put(aNote({ id: 'a', text: 'old', version: 1 }));
  const { store, texts, pass } = openWindow(server);
  await store.refresh();
  const seen = store.state().notes.get('a') ?? null;
  store.change([{ before: seen, after: { ...aNote(), ...seen, text: 'new' } }]);
  server.put(aNote({ id: 'b', text: 'another', version: 1 }));
  await store.refresh();
  expect(texts()).toEqual(['new', 'another']);
  await pass();
  expect(server.notes.get('a')).toMatchObject({ text: 'new', version: 2 });
});
