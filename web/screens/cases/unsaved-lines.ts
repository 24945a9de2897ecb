import { useEffect, useSyncExternalStore } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { LineConflict, WholeCase } from '#contract/cases.ts';
import { ApiError, isRefusal, isSessionOver, orDone } from '../../api.ts';
import { type ReaderSession, requireAccount, useSession } from '../../session.ts';
import { sendsUnsaved, unsavedOf } from '../../unsaved.ts';
import { reasonOf } from '../search/search-api.ts';
import { casesApi, caseQuery, summaryQuery } from './cases-api.ts';
import { isSame, type Made, partOf, withAnswer } from './lines.ts';

/** A decision, a remark, or both, that the server does not have yet. */
export type UnsavedLine = {
  of: number;
  line: number;
  position: number;
  /** The line's version when it was decided: if someone changes the line before it is sent, that is a conflict. */
  version: number;
  made: Made;
  /** What was sent of it without an answer: the server may have each. */
  sent: readonly Made[];
  /** Why it is not sent any more: what someone else decided, or the server's words. */
  refused: LineConflict | string | null;
};

/** `fault`: why nothing can be sent now. */
type State = { lines: readonly UnsavedLine[]; fault: string | null };

const firstRetryMs = 1000;
const longestRetryMs = 15_000;
const mostAtOnce = 5000;

/** The decisions and remarks of all cases that are not saved yet, kept in the browser and sent by themselves. */
export class UnsavedLines {
  readonly #client: QueryClient;
  readonly account: string | undefined;
  readonly #kept;
  readonly #listeners = new Set<() => void>();
  readonly #lines = new Map<string, UnsavedLine>();
  #state: State = { lines: [], fault: null };
  #loading: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  /** A remark that is being typed. It is sent when its field is left. */
  #typed: string | null = null;
  /** The session may be another one since these were made. */
  #isLate = false;
  #users = 0;
  #retryMs = firstRetryMs;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, { account, username }: ReaderSession) {
    this.#client = client;
    this.account = account;
    this.#kept = unsavedOf<UnsavedLine>(account ?? username, 'line', keyOf);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): State => this.#state;

  start(): () => void {
    this.#users += 1;
    this.#loading ??= this.#load();
    void this.#loading.then(this.send);
    const end = sendsUnsaved(this.send);
    return () => {
      end();
      this.#users -= 1;
      if (this.#users === 0) clearTimeout(this.#retry);
    };
  }

  async #load(): Promise<void> {
    for (const line of await this.#kept.load()) {
      this.#isLate = true;
      if (!this.#lines.has(keyOf(line))) this.#lines.set(keyOf(line), line);
    }
    this.#notify(null);
  }

  /** As the server had it last: the query itself tells its observers later than this store does. */
  savedCase(id: number): WholeCase | undefined {
    return this.#client.getQueryData<WholeCase>(caseQuery(id).queryKey);
  }

  /** `isTyped`: it is not sent before `leave`. */
  decide(of: number, ids: readonly number[], made: Made, isTyped = false): void {
    const chosen = new Set(ids);
    for (const saved of this.savedCase(of)?.lines ?? []) {
      if (!chosen.has(saved.id)) continue;
      const { id: line, position, version } = saved;
      const key = keyOf({ of, line });
      const before = this.#lines.get(key);
      const open = before?.refused === null ? before : null;
      const next = open ?? { of, line, position, version, made, sent: [], refused: null };
      const all = { ...open?.made, ...made };
      if (isTyped) this.#typed = key;
      if (next.sent.length === 0 && isSame(partOf(saved, all), all)) this.#drop(key);
      else this.#keep({ ...next, made: all });
    }
    this.#notify(this.#state.fault);
    if (!isTyped) void this.send();
  }

  /** The field of a remark was left. */
  readonly leave = (): void => {
    this.#typed = null;
    void this.send();
  };

  /** Tries again what was refused; over a conflict, it replaces the other's decision. */
  resend(lines: readonly UnsavedLine[]): void {
    for (const one of lines) {
      const { refused } = one;
      const version = typeof refused === 'object' ? refused?.line.version : undefined;
      this.#keep({ ...one, version: version ?? one.version, sent: [], refused: null });
    }
    this.#notify(this.#state.fault);
    void this.send();
  }

  discard(lines: readonly UnsavedLine[]): void {
    for (const one of lines) this.#drop(keyOf(one));
    this.#notify(this.#state.fault);
  }

  readonly send = (): Promise<void> => {
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
    return this.#sending;
  };

  async #send(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      for (let next = this.#next(); next.length > 0; next = this.#next()) {
        if (this.#isLate) await requireAccount(this.account);
        this.#isLate = false;
        await this.#sendAlike(next);
        this.#retryMs = firstRetryMs;
      }
      this.#notify(null);
    } catch (error) {
      this.#isLate = true;
      this.#notify(isSessionOver(error) ? 'You are signed out.' : reasonOf(error));
      // The guard then asks whether the session is over.
      if (isSessionOver(error)) void this.#client.invalidateQueries(summaryQuery());
      if (this.#users > 0) this.#retry = setTimeout(this.send, this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    }
  }

  /** The next, and all others of which the same was made. */
  #next(): UnsavedLine[] {
    const open = [...this.#lines].flatMap(([key, line]) =>
      line.refused === null && key !== this.#typed ? line : [],
    );
    const [first] = open;
    return open
      .filter(({ of, made }) => of === first?.of && isSame(made, first.made))
      .slice(0, mostAtOnce);
  }

  async #sendAlike(lines: readonly UnsavedLine[]): Promise<void> {
    const [{ of, made } = noLine] = lines;
    const sent = lines.map((one) => ({ ...one, sent: [...one.sent, made] }));
    for (const one of sent) this.#keep(one);
    try {
      const body = { lines: lines.map(({ line: id, version }) => ({ id, version })), ...made };
      const answer = await orDone(casesApi.decideLines({ params: { id: of }, body }));
      await this.#showAnswer(of, made, answer);
      const versions = new Map(answer?.saved.map(({ id, version }) => [id, version]));
      const conflicts = new Map(answer?.conflicts.map((theirs) => [theirs.line.id, theirs]));
      for (const one of sent) {
        const theirs = conflicts.get(one.line);
        if (theirs === undefined) this.#settle(one, versions.get(one.line));
        else this.#meet(one, theirs);
      }
    } catch (error) {
      const isForbidden = error instanceof ApiError && error.status === 403;
      if (!isRefusal(error) && !isForbidden) throw error;
      for (const one of sent) this.#refuse(one, reasonOf(error));
      void this.#client.invalidateQueries({ queryKey: caseQuery(of).queryKey });
    }
    this.#notify(null);
  }

  /** In the case that is shown. What is being read of it may be older. */
  async #showAnswer(of: number, made: Made, answer: Parameters<typeof withAnswer>[2] | null) {
    const { queryKey } = caseQuery(of);
    if (answer === null || this.savedCase(of) === undefined)
      return this.#client.invalidateQueries({ queryKey });
    await this.#client.cancelQueries({ queryKey });
    this.#client.setQueryData<WholeCase>(
      queryKey,
      (now) => now && { ...now, lines: withAnswer(now.lines, made, answer) },
    );
  }

  /** Saved; what was made of the line since stays to be sent. */
  #settle({ made: { decision, remark }, ...sent }: UnsavedLine, version = sent.version): void {
    const now = this.#lines.get(keyOf(sent));
    if (now === undefined) return;
    const made = {
      ...(now.made.decision === decision ? {} : { decision: now.made.decision }),
      ...(now.made.remark === remark ? {} : { remark: now.made.remark }),
    } as Made; // undefined only where it is the same
    if (Object.keys(made).length === 0) this.#drop(keyOf(now));
    else this.#keep({ ...now, version, made, sent: [] });
  }

  #meet(sent: UnsavedLine, theirs: LineConflict): void {
    const now = this.#lines.get(keyOf(sent)) ?? sent;
    // Sent before, and only the answer was lost.
    const isOwn =
      theirs.by === this.account && now.sent.some((one) => isSame(partOf(theirs.line, one), one));
    if (isOwn) this.#keep({ ...now, version: theirs.line.version, sent: [] });
    else this.#refuse(now, theirs);
  }

  #refuse(sent: UnsavedLine, refused: LineConflict | string): void {
    this.#keep({ ...(this.#lines.get(keyOf(sent)) ?? sent), refused });
  }

  #keep(line: UnsavedLine): void {
    this.#lines.set(keyOf(line), line);
    this.#kept.put(line);
  }

  #drop(key: string): void {
    this.#lines.delete(key);
    this.#kept.remove(key);
  }

  #notify(fault: string | null): void {
    this.#state = { lines: [...this.#lines.values()], fault };
    for (const listener of this.#listeners) listener();
  }
}

const noLine = { of: 0, made: {} };

function keyOf({ of, line }: Pick<UnsavedLine, 'of' | 'line'>): string {
  return `${of} ${line}`;
}

function storeOf(client: QueryClient, session: ReaderSession): UnsavedLines {
  const known = ofClients.get(client);
  if (known?.account === session.account && known !== undefined) return known;
  const made = new UnsavedLines(client, session);
  ofClients.set(client, made);
  return made;
}

const ofClients = new WeakMap<QueryClient, UnsavedLines>();

/** Those of the person who is signed in; sent as long as one screen uses them. */
export function useUnsavedLines(): { store: UnsavedLines } & State {
  const client = useQueryClient();
  const session = useSession();
  const store = storeOf(client, session);
  useEffect(() => store.start(), [store]);
  return { store, ...useSyncExternalStore(store.subscribe, store.state) };
}
