import type { InjectOptions, RouteOptions } from 'fastify';
import { logout } from '#contract/auth.ts';
import { selectInPortions } from '../server/db/portions.ts';
import { encodePng } from '../server/pdf/draw/png.ts';
import type { startFull } from './full-library.ts';
import { password } from './harness.ts';
import { type Filling, largestValue, type Schema } from './largest-value.ts';
import { textPdf } from './pdfs.ts';

// What each call needs to do its work in the full library, beyond what its schema says.

export type There = Awaited<ReturnType<typeof startFull>>;

/** Values of fields and parameters, by their names (undefined: left out), and what is sent with them. */
type Needs = {
  fields?: Record<string, unknown>;
  /** Only these parameters of the address's query. */
  query?: Record<string, string>;
  payload?: string | Buffer;
  cookie?: string;
};

const reason = 'zinc '.repeat(200);
const attemptsOf = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

/** All but the ends of sessions: what a GET needs is made before it, and what another call needs is deleted after it. */
export function callsInOrder(routes: readonly RouteOptions[]): RouteOptions[] {
  const order = [
    /^POST \/(redline|manage\/import$)/,
    /^(GET |DELETE .*\/comments)/,
    /^(POST|PUT) (?!.*\/(set-aside|forget|delete|delete-many|undo)$)/,
    /^(?!.*\/(undo|customers\/delete)$)/,
    /undo$/,
  ];
  const placeOf = (route: RouteOptions) =>
    order.findIndex((names) => names.test(nameOf(route))) >>> 0;
  return routes
    .filter(({ method, url }) => method !== 'HEAD' && url !== logout.url)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** `POST /cases/:id/sign` */
export function nameOf({ method, url }: RouteOptions): string {
  return `${[method].flat()[0]} ${url.replace('/vue-egd-lib/api', '')}`;
}

/** What a call sends, in its parts. */
export type Parts = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Null for a call without. */
  body: unknown;
  /** Of a call that takes a file. */
  payload: string | Buffer | null;
  cookie?: string | undefined;
};

/** The largest values that the schemas of a route allow, within the filling; `named`: those of its address. */
export function partsOf(
  { schema = {}, config }: RouteOptions,
  filling: Filling,
  named = filling.known ?? {},
): Parts {
  const { params, querystring, body } = schema as Record<string, Schema | undefined>;
  // An address has 16 KiB at most, with its letters encoded.
  const inAddress = { ...filling, textLength: 400, known: named };
  const textsOf = (of: Schema | undefined) =>
    of === undefined ? {} : (largestValue(of, inAddress) as Record<string, string>);
  return {
    params: textsOf(params),
    query: textsOf(querystring),
    body: body === undefined ? null : largestValue(body, filling),
    payload: config?.streams === true ? '%PDF'.repeat(2 ** 18) : null,
  };
}

/** What lets a call do its work. */
export async function workingParts(
  route: RouteOptions,
  there: There,
  attempt: number,
): Promise<Parts> {
  const needs = (await needsOf[nameOf(route)]?.(there, attempt)) ?? {};
  const begin = `${attempt}`;
  const own = { id: `00000000-0000-4000-8000-${begin.padStart(12, '0')}` };
  const known = { ...fieldsOf(route.url, there), ...own, ...needs.fields };
  const filling = { begin, characters: 'zinc ', textLength: 1000, items: 1, known };
  const named = { ...fieldsOf(route.url, there), ...addressOf(route, there), ...needs.fields };
  const { query, payload, ...parts } = partsOf(route, filling, named);
  const { cookie } = needs;
  return { ...parts, query: needs.query ?? query, payload: needs.payload ?? payload, cookie };
}

export type Call = Pick<InjectOptions, 'url' | 'method' | 'payload' | 'headers'>;

export function callOf({ method, url }: RouteOptions, of: Parts): Call {
  const place = url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(of.params[name] ?? '1').toWellFormed()),
  );
  // Fastify's own types know one of them or several.
  const asked = {
    method: [method].flat()[0] as 'GET',
    url: `${place}?${new URLSearchParams(of.query)}`,
  };
  const payload = of.body === null ? of.payload : JSON.stringify(of.body);
  if (payload === null) return asked;
  const type = of.body === null ? 'application/pdf' : 'application/json';
  const cookie = of.cookie === undefined ? {} : { cookie: of.cookie };
  return { ...asked, payload, headers: { 'content-type': type, ...cookie } };
}

/** By route; `attempt` counts from 1, and each needs something that the former ones did not use up. */
const needsOf: Record<string, (there: There, attempt: number) => Needs | Promise<Needs>> = {
  'POST /auth': () => ({
    fields: { username: 'anna', password },
    cookie: '',
  }) /* a sign-in ends the session before it */,
  'POST /account/password': async (there, attempt) => {
    const passwords = attemptsOf(5, (at) => (at === 0 ? password : 'zinc '.repeat(190) + at));
    const [current_password, new_password] = passwords.slice(attempt - 1);
    return { fields: { current_password, new_password }, cookie: there.cookieOfAnna };
  },
  'GET /quick-open': () => ({ query: { q: 'zinc '.repeat(200), limit: '50' } }),
  'GET /search': () => ({ query: { q: 'zinc '.repeat(200), limit: '50' } }),
  'GET /cases/evidence': () => ({ query: { format: 'pdf' } }),
  'POST /cases': (there, attempt) => ({
    fields: { name: `${freeNumber(there, attempt)}_EN_1.pdf` },
  }),
  'PUT /cases/:id': onCase('open', () => ({
    owner: 'librarian',
    notified_on: undefined,
    reviewers: ['librarian'],
    watchers: ['librarian'],
  })),
  'POST /cases/:id/extend': onCase('open', () => ({ due_on: '2036-01-02' })),
  'POST /cases/:id/start': onCase('open'),
  'POST /cases/:id/sign': onCase('decided', () => ({ verdict: 'product' })),
  'POST /cases/:id/implement': onCase('with_impact', ({ received_on }) => ({
    implemented_on: received_on,
  })),
  'POST /cases/:id/close': onCase('without_impact'),
  'POST /cases/:id/waive': onCase('open'),
  'POST /cases/:id/withdraw': onCase('in_review'),
  'POST /cases/:id/reopen': onCase('in_review'),
  'POST /cases/:id/decide': onCase('in_review', () => ({ decision: 'question', remark: reason })),
  'POST /cases/:id/correct': onCase('without_impact', ({ received_on }) => ({
    field: 'notified_on',
    action: undefined,
    day: received_on,
  })),
  'POST /cases/:id/actions': onCase('in_review', newAction),
  'PUT /cases/:id/actions/:action': onCase('in_review', (row) => ({
    ...newAction(row),
    version: 1,
  })),
  'POST /manage/case-rules': async ({ db }) => {
    const customer_id = await customerId(db, 'Aurora Motors');
    const rule = db
      .selectFrom('case_rules')
      .select('version')
      .where('customer_id', '=', customer_id);
    const version = (await rule.executeTakeFirst())?.version ?? 0;
    const owners = attemptsOf(500, (at) => ({ doc_num: `AM_${at}`, owner: 'librarian' }));
    const rest = { days: 20, calendar_id: null, owner: 'librarian', owners, four_eyes: false };
    return { fields: { ...rest, customer_id, version } };
  },
  'POST /manage/calendars': (_, attempt) => {
    const days = attemptsOf(800, (at) => {
      const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
      return { day, is_working: false, name: 'Holiday' };
    });
    const calendar = { name: `Kiel ${attempt}`, zone: 'Europe/Berlin', weekend: [6, 7], days };
    return { fields: { ...calendar, id: undefined, version: undefined } };
  },
  'POST /notes/:id/hide': ({ ofAnna }, attempt) => ({
    fields: { id: ofAnna, reason: `${attempt} ${reason}`.slice(0, 400) },
  }),
  'POST /manage/documents/delete': async (there, attempt) => ({
    fields: { rows: await manyRows(there, attempt) },
  }),
  'POST /manage/customers/delete': async ({ db }, attempt) => {
    const id = await customerId(db, `Empty ${attempt}`);
    return { fields: { id, version: 1, documents: undefined } };
  },
  'POST /manage/documents/delete-many': async (there) => {
    const rows = await manyRows(there, 5);
    const [ids, versions] = [rows.map(({ id }) => id), rows.map(({ version }) => version)];
    return { fields: { ids, versions } };
  },
  'POST /manage/import': (_, attempt) => {
    const rows = attemptsOf(2000, (at) => `Aurora Motors,IM_${attempt}_${at},Zinc,1,EN`);
    const payload = ['customer,doc_num,doc_desc,doc_rev,language', ...rows].join('\n');
    return { query: { format: 'csv', name: 'list.csv' }, payload };
  },
  'GET /manage/import/job': async ({ db }) => ({ query: { id: await lastJob(db) } }),
  'POST /manage/import/cancel': async ({ db }) => ({ fields: { id: await lastJob(db) } }),
  'PUT /manage/documents/:id/file': async (there, attempt) => {
    const { id } = await document(there.db, freeNumber(there, 10 + attempt));
    return { fields: { id: String(id) }, payload: Buffer.from(await textPdf('Zinc plating')) };
  },
  'POST /manage/undo': async ({ db }, attempt) => {
    const lines = db.selectFrom('audit').select('change_id').where('subject', '=', 'document');
    const deletions = lines.where('action', '=', 'deleted').distinct().orderBy('change_id');
    const change_id = (await deletions.execute())[attempt - 1]?.change_id ?? '';
    return { fields: { change_id, preview: undefined, line_id: undefined, overwrite: undefined } };
  },
  'POST /manage/standards/notice': async (there, attempt) => {
    const { id } = await document(there.db, freeNumber(there, 20 + attempt));
    const notice = { kind: 'withdrawn', on: null, remark: reason, revisions: null };
    return { fields: { document_id: id, notice: { ...notice, replaced_by: null } } };
  },
  'POST /manage/standards/revision': async ({ db }, attempt) => {
    const { id } = await document(db, 'AM_7');
    const none = { issued_on: null, valid_from: null, confirmed_on: null, withdrawn_on: null };
    const said = { usable_until: `2030-01-0${attempt}`, stated_kind: null, stated_amends: null };
    return { fields: { ...none, ...said, reason, document_id: id } };
  },
  'POST /manage/standards/order': async ({ db }, attempt) => {
    const { id } = await document(db, 'AM_8');
    const newest_first = attempt % 2 === 0 ? ['2', '1'] : ['1', '2'];
    return { fields: { document_id: id, newest_first } };
  },
};

function newAction({ lines }: Case) {
  const empty = { owner: 'librarian', due_on: '2036-01-02', done_on: '2026-01-05' };
  return {
    kind: 'fmea',
    reference: reason.slice(0, 400),
    evidence: reason,
    lines: lines.map(({ id }) => id),
    ...empty,
  };
}

type State = Parameters<There['nextCase']>[0];
type Case = Awaited<ReturnType<There['nextCase']>>;

/** A case of its own, with its lines. */
function onCase(state: State, fields: (of: Case) => Record<string, unknown> = () => ({})) {
  return async ({ nextCase }: There): Promise<Needs> => {
    const row = await nextCase(state);
    const { id, action, version, lines } = row;
    const known = { reason, id: String(id), action: String(action), version, lines };
    return { fields: { ...known, ...fields(row) } };
  };
}

async function customerId(db: There['db'], name: string): Promise<number> {
  const row = db.selectFrom('customers').select('id').where('name', '=', name);
  return (await row.executeTakeFirstOrThrow()).id;
}

async function document(db: There['db'], doc_num: string) {
  const row = db.selectFrom('documents').select(['id', 'version']).where('doc_num', '=', doc_num);
  return row.orderBy('id').executeTakeFirstOrThrow();
}

/** Of an entry without a case, from the end. */
function freeNumber({ sizes }: There, at: number): string {
  return `AM_${sizes.entries - at}`;
}

/** As many entries as one call deletes, without a case; other ones for each attempt. */
async function manyRows({ db, sizes }: There, attempt: number) {
  const count = Math.min(1000, Math.floor((sizes.entries - sizes.cases - 30) / 5));
  const numbers = attemptsOf(count, (at) => `AM_${sizes.cases + count * (attempt - 1) + at}`);
  return selectInPortions(numbers, (portion) =>
    db.selectFrom('documents').select(['id', 'version']).where('doc_num', 'in', portion),
  );
}

async function lastJob(db: There['db']): Promise<string> {
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'import');
  return (await jobs.orderBy('started_at', 'desc').executeTakeFirst())?.id ?? '';
}

// Lists within lists would grow with the cube of their items; a note may have thousands of points. Only its author
// may add it.
export const drawn = {
  author: 'librarian',
  strokes: [Array.from({ length: 700 }, () => [123.456, 234.567, 0.5])],
  other_pages: [],
  rects: [[70, 70, 60, 40]],
};

const look = { colour: '#ff0000', strokes: drawn.strokes };
/** As large as a picture may be. */
const png = encodePng(1000, 1000, new Uint8Array(4_000_000)).toString('base64');

/** What is there, by the names of the fields of a body. */
function fieldsOf(url: string, { content, caseVersion }: There): Record<string, unknown> {
  return {
    ...drawn,
    look,
    signature: look,
    png,
    content,
    page: 1,
    words: null,
    kind: 'ink',
    group: null,
    version: url.includes('/notes') ? 1 : caseVersion,
    name: 'AM_1_EN_1.pdf',
    customer: 'Aurora Motors',
    doc_num: 'AM_1',
    language: 'EN',
    doc_rev: '1',
    ...(url.includes('/redline') ? sides : {}),
  };
}

const sides = { from: 'AM_1_EN_1.pdf', to: 'AM_1_EN_2.pdf' };

/** The same, of parameters. */
function addressOf({ url, method }: RouteOptions, there: There): Record<string, string> {
  const { note, spare, comment, picture, caseId } = there;
  const ids = [
    ['/notes/pictures', picture],
    ['/notes/', method === 'DELETE' && !url.includes('comments') ? spare : note],
    ['/cases', String(caseId)],
  ] as const;
  const id = ids.find(([part]) => url.includes(part))?.[1] ?? '1';
  return {
    ...(url.includes('/redline') ? sides : {}),
    id,
    ids: note,
    comment,
    page: '1',
    version: '1',
    as: 'json',
    q: 'zinc '.repeat(80),
  };
}
