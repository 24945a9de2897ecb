import type { Static } from 'typebox';
import type * as audit from '#contract/audit.ts';
import type { BuiltOn } from '#contract/audit.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { consoleApi, findDocuments } from '../console-api.ts';
import { formatCount } from '../format.ts';
import { readUntilAnswered, whenEnded } from '../jobs/follow-job.ts';
import { changeStep, type UndoAnswer, type UndoDeps } from './change-step.ts';
import { entryStep } from './entry-step.ts';
import { undoneBy } from './undone-by.ts';
import { type Step, UndoStack } from './undo-stack.ts';

/** Rows that a call has saved. */
export type SavedRows = {
  /** What one row is called, in small letters. */
  noun: string;
  /** What each row is called that was added or changed. */
  added: readonly string[];
  changed: readonly string[];
  change_id: string;
  /** It is the next part of what the call before it saved. */
  continues: boolean;
};

/** Rows that others changed since, and where the librarian's choice goes. */
export type Question = {
  builtOn: readonly BuiltOn[];
  answer: (overwrite: readonly number[] | null) => void;
};

/** The uploads of entries, by their ids. */
type Uploaded = {
  hasBrought: (documentId: number) => boolean;
  cancelFor: (documentId: number) => void;
};

/** What this session changed, and the question that undoing it may raise. Lives as long as the console. */
export class ConsoleUndo {
  readonly stack = new UndoStack();
  #saving: { step: Step; changeIds: string[]; added: string[]; changed: string[] } | null = null;
  #question: Question | null = null;
  /** A job that undoes or deletes, until the librarian closes the window that shows it. */
  #job: ImportJob | null = null;
  #listeners = new Set<() => void>();
  readonly #taking: UndoDeps;

  constructor(tellLeft: (left: readonly string[]) => void) {
    this.#taking = {
      undoChange: this.undoChange,
      choose: this.#choose,
      // An open window tells it already.
      tellLeft: (left) => this.#job === null && tellLeft(left.slice(0, mostTold)),
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  question = (): Question | null => this.#question;

  job = (): ImportJob | null => this.#job;

  /** Closes the window that shows a job; the job goes on. */
  hideJob = (): void => this.#showJob(null);

  /** Takes a change back to its end, also where that is a job; null when it was cancelled. */
  undoChange = async (
    body: Static<typeof audit.undoChange.body>,
    key?: string,
  ): Promise<UndoAnswer | null> => {
    const taken = await consoleApi.undoChange({ body, key });
    return taken.job === null ? taken : undoneBy(await this.followJob(taken.job));
  };

  /** Shows a job to its end, and gives what came of it. */
  followJob = async (id: string): Promise<ImportJob> => {
    let hasShown = false;
    const show = (job: ImportJob) => {
      if (hasShown && this.#job === null) return; // the librarian closed it
      hasShown = true;
      this.#showJob(job);
    };
    const ended = await whenEnded(await readUntilAnswered(id), show);
    show(ended);
    return ended;
  };

  /** Changes were made on the server that are one thing to undo. */
  did(words: string, changeIds: readonly string[]): Step {
    const step = changeStep(words, changeIds, this.#taking);
    this.stack.did(step);
    return step;
  }

  /** Entries were made, and maybe files uploaded for them: all of it is one thing to undo. */
  added(
    words: string,
    change_id: string,
    entries: readonly ManagedDocument[],
    uploads: Uploaded,
  ): Step {
    const uploaded = async () => {
      for (const { id } of entries) uploads.cancelFor(id);
      return filesOf(entries.filter(({ id }) => uploads.hasBrought(id)));
    };
    const setAside = (file_ids: number[], key: string) =>
      consoleApi.setAsideFiles({ body: { file_ids }, key });
    const step = entryStep(words, [change_id], { uploaded, setAside }, this.#taking);
    this.stack.did(step);
    return step;
  }

  saved({ noun, change_id, continues, ...rows }: SavedRows): void {
    const former = continues ? this.#saving : null;
    const changeIds = [...(former?.changeIds ?? []), change_id];
    const added = [...(former?.added ?? []), ...rows.added];
    const changed = [...(former?.changed ?? []), ...rows.changed];
    const step = changeStep(savedWords(noun, added, changed), changeIds, this.#taking);
    this.stack.didMore(step, former?.step ?? null);
    this.#saving = { step, changeIds, added, changed };
  }

  #choose = (builtOn: readonly BuiltOn[]): Promise<readonly number[] | null> => {
    return new Promise((resolve) => {
      const answer: Question['answer'] = (overwrite) => {
        this.#ask(null);
        resolve(overwrite);
      };
      this.#ask({ builtOn, answer });
    });
  };

  #ask(question: Question | null): void {
    this.#question = question;
    this.#notify();
  }

  #showJob(job: ImportJob | null): void {
    this.#job = job;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The most reasons that one alert shows. */
const mostTold = 20;

/** The files that these entries have now. */
async function filesOf(entries: readonly ManagedDocument[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const { data } = await findDocuments(entries);
  return data.flatMap((entry) =>
    entry === null || entry.status.code === 'wrong_name' ? [] : (entry.status.file?.id ?? []),
  );
}

/** `AM-1 changed`; `2 standard numbers added, 1 changed`. */
function savedWords(noun: string, added: readonly string[], changed: readonly string[]): string {
  const [first = ''] = [...added, ...changed];
  if (added.length + changed.length === 1) {
    return `${first} ${added.length === 1 ? 'added' : 'changed'}`;
  }
  if (changed.length === 0) return `${formatCount(added.length, noun)} added`;
  const also = added.length === 0 ? '' : `, ${added.length.toLocaleString('en')} added`;
  return `${formatCount(changed.length, noun)} changed${also}`;
}
