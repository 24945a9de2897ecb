// What a person typed and the server does not have yet: one table in IndexedDB. Logging out clears local and session
// storage (specification, section 4), and unsaved work must outlive that. An entry is removed as soon as the server
// has it, so a logout leaves nothing but unsaved work, which only its own account is shown.

type Key = [account: string, kind: string, key: string];
/** `state` undefined: removed. `count`: how many changes it is, for the question at a logout. */
type Change = { key: Key; state: unknown; count?: number };

/** The unsaved work of one kind, for example notes. Each subject has its own keys, and its rule for conflicts. */
export function unsavedOf<State>(
  account: string,
  kind: string,
  keyOf: (state: State) => string,
  countOf = (_: State): number => 1,
) {
  return {
    load: async (): Promise<State[]> =>
      (await load([account, kind])).map(({ state }) => state as State),
    /** Replaces what has the same key. */
    put: (state: State) =>
      change({ key: [account, kind, keyOf(state)], state, count: countOf(state) }),
    remove: (key: string) => change({ key: [account, kind, key], state: undefined }),
    isKeeping: isKeepingUnsaved,
  };
}

/** False in private windows of some browsers: then only this page has the work. */
export const isKeepingUnsaved = (): boolean => isKeeping;

type Sender = { send: () => Promise<unknown>; onlyHere: () => number };
const senders = new Set<Sender>();

/**
 * `send` is called when the network is back, and before a logout. `onlyHere`: how many changes the page alone has. The
 * result takes it back.
 */
export function sendsUnsaved(send: Sender['send'], onlyHere = () => 0): () => void {
  const sender = { send, onlyHere };
  senders.add(sender);
  return () => void senders.delete(sender);
}

/** Sends what it can, and tells how many of the account's changes are still not saved, and not kept either. */
export async function sendUnsaved(account: string): Promise<{ unsaved: number; lost: number }> {
  const limit = new Promise((resolve) => setTimeout(resolve, sendLimitMs));
  const all = [...senders];
  await Promise.race([Promise.allSettled(all.map(({ send }) => send())), limit]);
  const onlyHere = all.reduce((sum, sender) => sum + sender.onlyHere(), 0);
  const waiting = (await load([account])).reduce((sum, { count = 1 }) => sum + count, 0);
  return { unsaved: waiting + onlyHere, lost: onlyHere + (isKeeping ? 0 : waiting) };
}

/** The state of a navigation that was asked about already. */
export const askedBefore = 'asked before';

/** A server that is silent does not hold up a logout. */
const sendLimitMs = 3000;

/** Sends when the network is back, and asks before a page is left that alone has unsaved work. */
export function watchUnsaved(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const send = () => senders.forEach((sender) => void sender.send());
  const ask = (event: BeforeUnloadEvent) => {
    const isOnlyHere = [...changed.values()].some(({ state }) => state !== undefined);
    if (!isKeeping && isOnlyHere) event.preventDefault();
  };
  window.addEventListener('online', send, { signal });
  window.addEventListener('beforeunload', ask, { signal });
  return () => ended.abort();
}

/** What the table does not have yet. */
const changed = new Map<string, Change>();
let isKeeping = true;
let writing: Promise<void> | null = null;
let isBegun = false;

function change(one: Change): void {
  changed.set(JSON.stringify(one.key), one);
  if (isBegun) return;
  isBegun = true;
  writing = Promise.resolve().then(write); // many changes at once are one transaction
}

/** Writes what is not written yet. What cannot be written now is written with the next change. */
async function write(): Promise<void> {
  isBegun = false;
  const batch = [...changed];
  try {
    await inTable((table) => {
      for (const [, one] of batch) {
        if (one.state === undefined) table.delete(one.key);
        else table.put(one);
      }
      return table.count();
    });
    for (const [key, written] of batch) if (changed.get(key) === written) changed.delete(key);
    isKeeping = true;
  } catch (error) {
    if (isKeeping) console.warn('Failed to keep unsaved work in the browser', error);
    isKeeping = false;
  }
}

/** All below `[account]` or `[account, kind]`. What could not be written is newer than what is in the table. */
async function load(below: string[]): Promise<Change[]> {
  await writing;
  const range = IDBKeyRange.bound(below, [...below, []]);
  const kept = await inTable((table): IDBRequest<Change[]> => table.getAll(range)).catch(() => []);
  const isBelow = ({ key }: Change) => below.every((part, at) => key[at] === part);
  const all = [...kept, ...[...changed.values()].filter(isBelow)];
  const latest = new Map(all.map((one) => [JSON.stringify(one.key), one]));
  return [...latest.values()].filter(({ state }) => state !== undefined);
}

const database = 'egd-library';
const name = 'unsaved';
let opened: Promise<IDBDatabase> | null = null;

/** A connection that was refused, or that the browser closed, is opened anew. */
function inTable<T>(work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return tryInTable(work).catch(() => tryInTable(work));
}

async function tryInTable<T>(work: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = (opened ??= openDatabase());
  try {
    const transaction = (await open).transaction(name, 'readwrite', { durability: 'strict' });
    const request = work(transaction.objectStore(name));
    transaction.commit(); // a reload right after it must not lose it
    return await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser kept nothing.')),
      );
    });
  } catch (error) {
    if (opened === open) opened = null;
    void open.then((one) => one.close()).catch(() => {});
    throw error;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(name, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => {
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('No IndexedDB.')));
  });
}
