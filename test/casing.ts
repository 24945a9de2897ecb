import { expect, onTestFinished } from 'vitest';
import type { Case, WholeCase } from '#contract/cases.ts';
import { followCatalogue } from '../server/cases/open-cases.ts';
import { startLibrary, type LibraryOptions } from './harness.ts';
import { settingPdf, standardParagraphs } from './redline-pdfs.ts';

const api = '/vue-egd-lib/api';

/** A library that knows of cases, with accounts of every role. */
export async function startCases(options: LibraryOptions = {}) {
  const library = await startLibrary(onTestFinished, options);
  await followCatalogue(library.library);
  const accounts = {
    reader: [],
    rita: ['EGD_LIB_REVIEW'],
    ralf: ['EGD_LIB_REVIEW'],
    auditor: ['EGD_LIB_AUDIT'],
    librarian: ['EGD_LIB_EDIT'],
  };
  const cookies: Record<string, string> = {};
  for (const [name, roles] of Object.entries(accounts)) {
    await library.addUser(name, 'EGD_LIB', ...roles);
    cookies[name] = await library.signIn(name);
  }
  const headersOf = (user: string) => ({ cookie: cookies[user] ?? '', 'x-egd-library': '1' });
  const get = async <T>(user: string, path: string): Promise<T> => {
    const answer = await library.app.inject({ url: `${api}/${path}`, headers: headersOf(user) });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json<T>();
  };
  const send = (user: string, path: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    library.app.inject({ method, url: `${api}/${path}`, headers: headersOf(user), payload });
  return {
    ...library,
    get,
    send,
    follow: () => followCatalogue(library.library),
    cases: async (query = '') => (await get<{ data: Case[] }>('reader', `cases${query}`)).data,
    whole: (user: string, id: number) => get<WholeCase>(user, `cases/${id}`),
  };
}

export type CaseLibrary = Awaited<ReturnType<typeof startCases>>;

/** Adds Rev. 2 of AM-1, whose Rev. 1 is there: its case is opened. */
export async function withCase(
  options: LibraryOptions = {},
): Promise<CaseLibrary & { id: number }> {
  const library = await startCases({ entries: [{ doc_rev: '1' }], ...options });
  await library.add({ doc_rev: '2' });
  await library.follow();
  const [opened] = await library.cases();
  return { ...library, id: opened?.id ?? 0 };
}

/** Moves a case as Rita. */
export const working = async (
  library: CaseLibrary,
  id: number,
  move: string,
  body: object = {},
) => {
  const { version } = await library.whole('rita', id);
  return library.send('rita', `cases/${id}/${move}`, { version, ...body });
};

/** Decides about lines by their numbers, as the user sees them now. */
export async function decideAs(
  library: CaseLibrary,
  user: string,
  id: number,
  at: number[],
  body: object,
) {
  const lines = (await library.whole(user, id)).lines
    .filter(({ position }) => at.includes(position))
    .map((line) => ({ id: line.id, version: line.version }));
  return library.send(user, `cases/${id}/decide`, { lines, ...body });
}

export async function documentId({ db }: CaseLibrary, doc_rev: string): Promise<number> {
  const { id } = await db
    .selectFrom('documents')
    .select('id')
    .where('doc_rev', '=', doc_rev)
    .executeTakeFirstOrThrow();
  return id;
}

export const paragraphs = standardParagraphs(3);
export const files = {
  'AM-1_EN_1.pdf': await settingPdf({ paragraphs }),
  'AM-1_EN_2.pdf': await settingPdf({
    paragraphs: paragraphs.with(1, `${paragraphs[1]} Screws shall be of class 10.9.`),
  }),
};

/** A case in review whose list of changes is made. */
export async function inReview(pdfs: Record<string, Buffer> = files) {
  const library = await withCase();
  for (const [name, content] of Object.entries(pdfs)) await library.write(name, content);
  await library.scan();
  await working(library, library.id, 'start');
  await library.app.follow();
  const read = () => library.whole('rita', library.id);
  expect((await read()).lines_state).toBe('there');
  return { ...library, read };
}
