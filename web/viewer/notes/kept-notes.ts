import type { Unsaved, UnsavedNotes } from './note-store.ts';

const database = 'egd-library-notes';
const table = 'unsaved';

/**
 * Unsaved notes in IndexedDB, by user and note. Logging out clears local and session storage (specification,
 * section 4), and what is not saved must outlive that. A note is removed as soon as the server has it, so
 * after a logout nothing is left but unsaved work, which only its own user is shown.
 */
export function keptNotes(user: string): UnsavedNotes {
  // In the order they are made: a removal must not overtake the note.
  let queue: Promise<unknown> = Promise.resolve();
  let isKeeping = true;
  const run = <T>(work: (notes: IDBObjectStore) => IDBRequest<T>): Promise<T | null> => {
    const done = queue
      .then(() => inTable(work))
      .then(
        (result) => {
          isKeeping = true;
          return result;
        },
        (error: unknown) => {
          if (isKeeping) console.warn('Failed to keep unsaved notes in the browser', error);
          isKeeping = false;
          return null;
        },
      );
    queue = done;
    return done;
  };
  const range = IDBKeyRange.bound([user], [user, []]);
  return {
    load: async () => ((await run((notes) => notes.getAll(range))) ?? []) as Unsaved[],
    put: (note) => void run((notes) => notes.put(note, [user, note.id])),
    remove: (id) => void run((notes) => notes.delete([user, id])),
    // False in private windows of some browsers: notes are saved all the same, but a reload would lose unsaved ones.
    isKeeping: () => isKeeping,
  };
}

let opened: Promise<IDBDatabase> | null = null;

async function inTable<T>(work: (notes: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  opened ??= openDatabase();
  const transaction = (await opened).transaction(table, 'readwrite', { durability: 'strict' });
  const request = work(transaction.objectStore(table));
  transaction.commit(); // a reload right after it must not lose it
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser kept nothing.')),
    );
  });
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table));
    request.addEventListener('success', () => {
      request.result.addEventListener('close', () => (opened = null)); // its data were cleared
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('No IndexedDB.')));
  });
}
