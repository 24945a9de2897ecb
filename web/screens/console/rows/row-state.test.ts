import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SaveAnswer, type RowEvent, transitionsOf } from './row-state.ts';
import type { GridRow, RowKind, RowNews } from './row.ts';

type Saved = { id: number; version: number; name: string };
type Row = GridRow<Saved, 'name'>;
type Event = RowEvent<Saved, 'name'>;

const kind: RowKind<Saved, 'name'> = {
  fields: ['name'],
  fieldsOf: ({ name }) => ({ name }),
  tidy: ({ name }) => ({ name: name.trim() }),
  faultsOf: ({ name }) => (name === '' ? [missing] : []),
};
const missing = { field: 'name' as const, fault: 'The name is missing.' };
const nextRow = transitionsOf(kind);

const v1: Saved = { id: 1, version: 1, name: 'A' };
const v2: Saved = { id: 1, version: 2, name: 'B' };
const v3: Saved = { id: 1, version: 3, name: 'Third' };
const theirs: Saved = { id: 1, version: 2, name: 'Theirs' };

const fields = (name: string) => ({ key: 1, fields: { name } });
const saved = (row: Saved): Row => ({ ...fields(row.name), state: 'saved', saved: row });
const typing = (name: string): Row => ({ ...fields(name), state: 'typing', saved: null });
const queued = (name: string, over: Saved | null): Row => ({
  ...fields(name),
  state: 'queued',
  saved: over,
});
const saving = (name: string, over: Saved | null, more: Partial<Saving> = {}): Row => ({
  ...fields(name),
  state: 'saving',
  saved: over,
  sent: { name },
  news: null,
  ...more,
});
type Saving = { sent: { name: string }; news: RowNews<Saved> | null };
const invalid = (over: Saved | null): Row => ({
  ...fields(''),
  state: 'invalid',
  saved: over,
  faults: [missing],
});
const refused = (name: string, over: Saved | null): Row => ({
  ...fields(name),
  state: 'refused',
  saved: over,
  reason: 'taken',
});
const failed = (name: string, over: Saved | null): Row => ({
  ...fields(name),
  state: 'failed',
  saved: over,
  reason: 'offline',
  sent: null,
});
/** `sent` may be on the server. */
const lost = (name: string, sent: string, over: Saved | null): Row => ({
  ...fields(name),
  state: 'failed',
  saved: over,
  reason: 'silent',
  sent: { name: sent },
});
const conflict = (name: string, over: Saved | null): Row => ({
  ...fields(name),
  state: 'conflict',
  saved: over,
  cells: over === null ? [] : ['name'],
});

const typed = (name: string, seen = 'A'): Event => ({
  type: 'typed',
  fields: { name },
  seen: { name: seen },
});
const answered = (outcome: SaveAnswer<Saved>['outcome'], current: Saved | null): Event => ({
  type: 'answered',
  answer: { outcome, reason: outcome === 'refused' ? 'taken' : null, current },
});
const read = (row: Saved): RowNews<Saved> => ({ type: 'read', saved: row });
const deleted: RowNews<Saved> = { type: 'deleted' };
const offline: Event = { type: 'failed', reason: 'offline', isUnanswered: false };
const unanswered: Event = { type: 'failed', reason: 'silent', isUnanswered: true };
const left: Event = { type: 'left' };
const sent: Event = { type: 'sent' };
const retried: Event = { type: 'retried' };
const mine: Event = { type: 'decided', field: 'name', side: 'mine' };
const theirSide: Event = { type: 'decided', field: 'name', side: 'theirs' };
const addedAgain: Event = { type: 'addedAgain' };
const discarded: Event = { type: 'discarded' };

const table: [fact: string, before: Row, event: Event, after: Row | null][] = [
  ['what is typed over a saved row is queued', saved(v1), typed('B'), queued('B', v1)],
  ['text that only differs in spaces is no change', saved(v1), typed(' A '), saved(v1)],
  ['a fault keeps a row from being sent', saved(v1), typed(''), invalid(v1)],
  [
    'a cell that another changed since it was opened is not overwritten',
    saved(v2),
    typed('C'),
    conflict('C', v2),
  ],
  ['a new row waits while it is filled in', typing(''), typed('B'), typing('B')],
  ['typing on in a queued row keeps it queued', queued('B', v1), typed('C', 'B'), queued('C', v1)],
  [
    'typing on in a queued new row keeps it queued',
    queued('B', null),
    typed('C', 'B'),
    queued('C', null),
  ],
  ['typing back what is saved ends the change', queued('B', v1), typed('A'), saved(v1)],
  ['a fault typed into a queued row takes it out', queued('B', v1), typed('', 'B'), invalid(v1)],
  ['a mended fault is queued', invalid(v1), typed('B', ''), queued('B', v1)],
  ['typing back what is saved ends the fault', invalid(v1), typed('A'), saved(v1)],
  ['a mended new row waits until it is left', invalid(null), typed('B'), typing('B')],
  ['another text for a refused row is queued', refused('B', v1), typed('C', 'B'), queued('C', v1)],
  [
    'the same text typed into a refused row is another try',
    refused('B', v1),
    typed('B'),
    queued('B', v1),
  ],
  ['typing back what is saved ends the refusal', refused('B', v1), typed('A'), saved(v1)],
  [
    'a refused new row that is changed waits until it is left',
    refused('B', null),
    typed('C'),
    typing('C'),
  ],
  [
    'the same text typed into a refused new row changes nothing',
    refused('B', null),
    typed('B'),
    refused('B', null),
  ],
  ['what is typed after a failure is queued', failed('B', v1), typed('C', 'B'), queued('C', v1)],
  [
    'typing goes on while a row is being saved',
    saving('B', v1),
    typed('C'),
    saving('C', v1, { sent: { name: 'B' } }),
  ],
  ['typing does not end a conflict', conflict('B', theirs), typed('C'), conflict('C', theirs)],
  [
    'typing the same as theirs does not end a conflict',
    conflict('B', v2),
    typed('B'),
    conflict('B', v2),
  ],

  ['a new row is queued when it is left', typing('B'), left, queued('B', null)],
  ['a new row left empty is not sent', typing(''), left, typing('')],
  [
    'a new row with a fault says so when it is left',
    typing(' '),
    left,
    { ...invalid(null), ...fields(' ') },
  ],
  ['a row with a fault is checked again when it is left', invalid(v1), left, invalid(v1)],
  ['leaving a refused row does nothing', refused('B', v1), left, refused('B', v1)],
  ['leaving a conflict decides nothing', conflict('B', theirs), left, conflict('B', theirs)],
  ['leaving a saved row does nothing', saved(v1), left, saved(v1)],

  ['a queued row is being saved once it is sent', queued('B', v1), sent, saving('B', v1)],
  ['only queued rows are sent', invalid(v1), sent, invalid(v1)],

  ['a row is saved', saving('B', v1), answered('saved', v2), saved(v2)],
  ['a new row is saved under its id', saving('B', null), answered('saved', v2), saved(v2)],
  ['the server’s spelling is shown', saving('b', v1), answered('saved', v2), saved(v2)],
  [
    'what was typed meanwhile is queued over what was saved',
    saving('C', v1, { sent: { name: 'B' } }),
    answered('saved', v2),
    queued('C', v2),
  ],
  [
    'a fault typed meanwhile is found after the answer',
    saving('', v1, { sent: { name: 'B' } }),
    answered('saved', v2),
    invalid(v2),
  ],
  ['a refused row says why', saving('B', v1), answered('refused', v1), refused('B', v1)],
  [
    'what was typed meanwhile gets its own try after a refusal',
    saving('C', v1, { sent: { name: 'B' } }),
    answered('refused', v1),
    queued('C', v1),
  ],
  [
    'another’s version is a conflict',
    saving('B', v1),
    answered('conflict', theirs),
    conflict('B', theirs),
  ],
  [
    'another’s version with the same text is no conflict',
    saving('B', v1),
    answered('conflict', v2),
    saved(v2),
  ],
  [
    'a row that another deleted is a conflict',
    saving('B', v1),
    answered('conflict', null),
    conflict('B', null),
  ],
  [
    'what was typed meanwhile is not sent in a conflict',
    saving('C', v1, { sent: { name: 'B' } }),
    answered('conflict', null),
    conflict('C', null),
  ],
  [
    'an answer after the change was discarded is ignored',
    saved(v1),
    answered('saved', v2),
    saved(v1),
  ],

  ['without an answer a row has failed', saving('B', v1), offline, failed('B', v1)],
  [
    'what was typed meanwhile gets its own try after a failure',
    saving('C', v1, { sent: { name: 'B' } }),
    offline,
    queued('C', v1),
  ],
  ['a failed row is tried again', failed('B', v1), retried, queued('B', v1)],
  ['a refused row is not tried again', refused('B', v1), retried, refused('B', v1)],

  ['mine is saved over theirs', conflict('B', theirs), mine, queued('B', theirs)],
  ['mine is added again', conflict('B', null), addedAgain, queued('B', null)],
  ['a deleted row has no cell to decide', conflict('B', null), mine, conflict('B', null)],
  ['keeping mine outside a conflict does nothing', refused('B', v1), mine, refused('B', v1)],
  ['theirs is taken', conflict('B', theirs), theirSide, saved(theirs)],
  ['what was typed is discarded', conflict('B', theirs), discarded, saved(theirs)],
  ['a deleted row is let go', conflict('B', null), discarded, null],
  ['a new row is discarded', typing('B'), discarded, null],
  ['what was refused is discarded', refused('B', v1), discarded, saved(v1)],

  ['a saved row follows the server', saved(v1), read(v2), saved(v2)],
  ['an older page of a list is ignored', saved(v2), read(v1), saved(v2)],
  ['another saved over what is queued', queued('C', v1), read(v2), conflict('C', v2)],
  ['another saved over what is invalid', invalid(v1), read(v2), conflict('', v2)],
  ['another saved over what was refused', refused('C', v1), read(v2), conflict('C', v2)],
  ['another saved over what failed', failed('C', v1), read(v2), conflict('C', v2)],
  ['news of the same text is no conflict', failed('B', v1), read(v2), saved(v2)],
  ['news of the same version changes nothing', failed('B', v1), read(v1), failed('B', v1)],
  ['a third version replaces theirs in a conflict', conflict('C', v2), read(v3), conflict('C', v3)],
  ['a row that is restored stays a conflict', conflict('C', null), read(v2), conflict('C', v2)],
  [
    'news waits while a row is being saved',
    saving('C', v1),
    read(v2),
    saving('C', v1, { news: read(v2) }),
  ],
  [
    'older news does not replace newer',
    saving('C', v1, { news: read(v3) }),
    read(v2),
    saving('C', v1, { news: read(v3) }),
  ],
  [
    'news of another’s version makes a failure a conflict',
    saving('C', v1, { news: read(v2) }),
    offline,
    conflict('C', v2),
  ],
  [
    'news of a version after mine is shown',
    saving('B', v1, { news: read(v3) }),
    answered('saved', v2),
    saved(v3),
  ],

  [
    'a row without an answer keeps what was sent',
    saving('C', v1, { sent: { name: 'B' } }),
    unanswered,
    lost('C', 'B', v1),
  ],
  ['what is typed then waits behind it', lost('B', 'B', v1), typed('C', 'B'), lost('C', 'B', v1)],
  [
    'its text typed back is no end: the server may have it',
    lost('B', 'B', v1),
    typed('A', 'B'),
    lost('A', 'B', v1),
  ],
  [
    'it is sent again as it was',
    lost('C', 'B', v1),
    retried,
    saving('C', v1, { sent: { name: 'B' } }),
  ],
  [
    'news of what was sent is no conflict with what was typed since',
    lost('C', 'B', v1),
    read(v2),
    queued('C', v2),
  ],
  ['news of another’s text is one', lost('C', 'B', v1), read(theirs), conflict('C', theirs)],

  ['another deleted a saved row', saved(v1), deleted, null],
  ['another deleted what is queued', queued('B', v1), deleted, conflict('B', null)],
  ['another deleted what is invalid', invalid(v1), deleted, conflict('', null)],
  ['another deleted the row in a conflict', conflict('B', theirs), deleted, conflict('B', null)],
  [
    'a row that is deleted while it is being saved is kept until the answer',
    saving('B', v1),
    deleted,
    saving('B', v1, { news: deleted }),
  ],
  [
    'a row deleted after it was saved is gone',
    saving('B', v1, { news: deleted }),
    answered('saved', v2),
    null,
  ],
  [
    'a row deleted before it was saved is a conflict',
    saving('B', v1, { news: deleted }),
    answered('conflict', null),
    conflict('B', null),
  ],
];

test.each(table)('%s', (_fact, before, event, after) => {
  expect(nextRow(before, event)).toEqual(after);
});

test('an event that changes nothing gives the same object, so that nothing is drawn again', () => {
  const row = refused('B', v1);
  for (const event of [
    left,
    retried,
    mine,
    theirSide,
    addedAgain,
    sent,
    offline,
    answered('saved', v2),
  ]) {
    expect(nextRow(row, event)).toBe(row);
  }
});

test('in any order of events no text is lost, no fault is sent and no conflict is overwritten', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 50 }), (events) => {
      let row: Row = saved(v1);
      for (const event of events) {
        const before = row;
        row = nextRow(before, event) ?? saved(v1);
        expect(brokenRule(before, event, row)).toBeNull();
      }
    }),
    { numRuns: 1000 },
  );
});

function brokenRule(before: Row, { type }: Event, { fields: shown, ...after }: Row): string | null {
  if (after.state === 'saved') {
    return shown.name === after.saved.name ? null : 'a saved row shows what is saved';
  }
  if (type !== 'typed' && shown.name !== before.fields.name) return 'text changes by typing only';
  if (after.state === 'queued' && shown.name === '') return 'a row with a fault is not sent';
  const isDecided = before.state !== 'conflict' || type === 'decided' || type === 'addedAgain';
  return isDecided || after.state === 'conflict' ? null : 'only its librarian ends a conflict';
}

function anyEvent(): fc.Arbitrary<Event> {
  const version = fc.integer({ min: 1, max: 4 });
  const name = fc.constantFrom('A', 'B', 'Theirs');
  const row = fc.record({ id: fc.constant(1), version, name });
  const outcome = fc.constantFrom('saved' as const, 'refused' as const, 'conflict' as const);
  return fc.oneof(
    fc.tuple(fc.constantFrom('', 'B', 'Mine'), name).map((args) => typed(...args)),
    fc.constantFrom(left, sent, retried, mine, addedAgain, offline, unanswered, deleted),
    row.map(read),
    fc.tuple(outcome, fc.option(row)).map((args) => answered(...args)),
  );
}

type Pair = { id: number; version: number; name: string; rev: string };
const pairKind: RowKind<Pair, 'name' | 'rev'> = {
  fields: ['name', 'rev'],
  fieldsOf: ({ name, rev }) => ({ name, rev }),
  tidy: ({ name, rev }) => ({ name: name.trim(), rev: rev.trim() }),
  faultsOf: () => [],
};
const nextPair = transitionsOf(pairKind);
const pair = (version: number, name: string, rev: string): Pair => ({ id: 1, version, name, rev });
type PairRow = GridRow<Pair, 'name' | 'rev'>;
const pairIs = (row: { name: string; rev: string }, state: Record<string, unknown>) =>
  ({ key: 1, fields: { name: row.name, rev: row.rev }, ...state }) as PairRow;
const base = pair(1, 'A', '1');
const conflictAnswer = (current: Pair) =>
  ({ type: 'answered', answer: { outcome: 'conflict', reason: null, current } }) as const;
const savingPair = (name: string, rev: string) => {
  const mineNow = { name, rev };
  return pairIs(mineNow, { state: 'saving', saved: base, sent: mineNow, news: null });
};

test('different cells of a row merge without a question', () => {
  const their = pair(2, 'A', '2');
  const merged = pairIs({ name: 'Mine', rev: '2' }, { state: 'queued', saved: their });
  expect(nextPair(savingPair('Mine', '1'), conflictAnswer(their))).toEqual(merged);
  const news = { type: 'read', saved: their } as const;
  const queuedPair = pairIs({ name: 'Mine', rev: '1' }, { state: 'queued', saved: base });
  expect(nextPair(queuedPair, news)).toEqual(merged);
  // A cell was open while another librarian saved the row.
  const typedName = { type: 'typed', fields: { name: 'Mine' }, seen: base } as const;
  expect(nextPair(pairIs(their, { state: 'saved', saved: their }), typedName)).toEqual(merged);
});

test('keeping mine in a cell leaves what the other changed elsewhere', () => {
  const their = pair(2, 'Theirs', '2');
  const inConflict = pairIs(
    { name: 'Mine', rev: '2' },
    { state: 'conflict', saved: their, cells: ['name'] },
  );
  expect(nextPair(savingPair('Mine', '1'), conflictAnswer(their))).toEqual(inConflict);
  const kept = nextPair(inConflict, { type: 'decided', field: 'name', side: 'mine' });
  expect(kept).toEqual(pairIs({ name: 'Mine', rev: '2' }, { state: 'queued', saved: their }));
});

test('each cell of a conflict is decided for itself', () => {
  const their = pair(2, 'Theirs', '2');
  const both = pairIs(
    { name: 'Mine', rev: '9' },
    { state: 'conflict', saved: their, cells: ['name', 'rev'] },
  );
  expect(nextPair(savingPair('Mine', '9'), conflictAnswer(their))).toEqual(both);
  const one = nextPair(both, { type: 'decided', field: 'name', side: 'theirs' });
  expect(one).toEqual(
    pairIs({ name: 'Theirs', rev: '9' }, { state: 'conflict', saved: their, cells: ['rev'] }),
  );
  expect(nextPair(one ?? both, { type: 'decided', field: 'rev', side: 'mine' })).toEqual(
    pairIs({ name: 'Theirs', rev: '9' }, { state: 'queued', saved: their }),
  );
});

test('a third version merges into a conflict that is not decided yet', () => {
  const inConflict = pairIs(
    { name: 'Mine', rev: '2' },
    { state: 'conflict', saved: pair(2, 'Theirs', '2'), cells: ['name'] },
  );
  const third = pair(3, 'A', '3');
  expect(nextPair(inConflict, { type: 'read', saved: third })).toEqual(
    pairIs({ name: 'Mine', rev: '3' }, { state: 'conflict', saved: third, cells: ['name'] }),
  );
});
