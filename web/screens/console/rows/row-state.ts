import {
  type Fields,
  type GridRow,
  isUnsaved,
  type RowKey,
  type RowKind,
  type RowNews,
  type SavedRow,
  sameFields,
  versionOf,
} from './row.ts';

export type RowEvent<Row extends SavedRow, Field extends string> =
  /** A librarian wrote into cells; `seen` is what the row showed them when they began. */
  | { type: 'typed'; fields: Partial<Fields<Field>>; seen: Fields<Field> }
  /** The librarian went on to another row. */
  | { type: 'left' }
  | { type: 'retried' }
  /** In a conflict: the librarian chose a side for one cell. */
  | { type: 'decided'; field: Field; side: ConflictSide }
  /** In a conflict: the librarian adds again what was deleted. */
  | { type: 'addedAgain' }
  | { type: 'discarded' }
  | { type: 'sent' }
  | { type: 'answered'; answer: SaveAnswer<Row> }
  /** The server could not be asked; `isUnanswered`: what was sent may be saved. */
  | { type: 'failed'; reason: string; isUnanswered: boolean }
  | RowNews<Row>;

/** Whose text of a cell that two librarians changed. */
export type ConflictSide = 'mine' | 'theirs';

/** What the server says of a row it was asked to save; `current` is the row as it is there now. */
export type SaveAnswer<Row> = {
  outcome: 'saved' | 'refused' | 'conflict';
  reason: string | null;
  current: Row | null;
};

/** A row on its way to the server: `id` and `version` are null for a new one. */
export type SentRow<Field extends string> = Fields<Field> & {
  id: number | null;
  version: number | null;
  /** Its file gets the name that the row then has. */
  rename_file?: boolean;
};

export function savedRow<Row extends SavedRow, Field extends string>(
  kind: RowKind<Row, Field>,
  key: RowKey,
  saved: Row,
): GridRow<Row, Field> {
  return { key, fields: kind.fieldsOf(saved), state: 'saved', saved };
}

/** Every field of the kind gets its key. */
function blankFields<Field extends string>(fields: readonly Field[]): Fields<Field> {
  return Object.fromEntries(fields.map((field) => [field, ''])) as Fields<Field>;
}

export function addedRow<Row extends SavedRow, Field extends string>(
  kind: RowKind<Row, Field>,
  key: RowKey,
  filled: Partial<Fields<Field>>,
): GridRow<Row, Field> {
  return { key, fields: { ...blankFields(kind.fields), ...filled }, state: 'typing', saved: null };
}

export function sentRow<Row extends SavedRow, Field extends string>(
  kind: RowKind<Row, Field>,
  { fields, saved }: GridRow<Row, Field>,
): SentRow<Field> {
  return { ...kind.tidy(fields), id: saved?.id ?? null, version: versionOf(saved) };
}

/** How the rows of a kind go from state to state. */
export function transitionsOf<Row extends SavedRow, Field extends string>(
  kind: RowKind<Row, Field>,
) {
  type AnyRow = GridRow<Row, Field>;
  type SavingRow = Extract<AnyRow, { state: 'saving' }>;
  return nextRow;

  /** The row after an event: null when it is gone, the same object when nothing changes. */
  function nextRow(row: AnyRow, event: RowEvent<Row, Field>): AnyRow | null {
    switch (event.type) {
      case 'typed':
        return write(row, event.fields, event.seen);
      case 'left': {
        const isWaiting = row.state === 'typing' || row.state === 'invalid';
        return isWaiting && isUnsaved(row) ? queue(row) : row;
      }
      case 'retried':
        if (row.state !== 'failed') return row;
        // What was not answered is sent as it was. What was typed since goes after it.
        return row.sent === null ? queue(row) : saving(row, row.sent);
      case 'decided':
        return decide(row, event.field, event.side);
      case 'addedAgain':
        return row.state === 'conflict' && row.saved === null ? queue(row) : row;
      case 'discarded': {
        const before = row.saved === null ? null : asSaved(row.key, row.saved);
        return row.state === 'saving' ? hear(before, row.news) : before;
      }
      case 'sent':
        if (row.state !== 'queued') return row;
        return saving(row, row.fields);
      case 'answered':
        return row.state === 'saving' ? hear(settle(row, event.answer), row.news) : row;
      case 'failed': {
        if (row.state !== 'saving') return row;
        const { reason, isUnanswered } = event;
        const { key, fields, saved, sent } = row;
        const failed = isUnanswered
          ? ({ key, fields, saved, state: 'failed', reason, sent } as const)
          : stayUnsaved(row, { state: 'failed', reason, sent: null });
        return hear(failed, row.news);
      }
      case 'read':
        return read(row, event);
      case 'deleted':
        if (row.state === 'saved') return null;
        return row.state === 'saving' ? { ...row, news: event } : conflict(row, null, []);
    }
  }

  function saving({ key, fields, saved }: AnyRow, sent: Fields<Field>): AnyRow {
    return { key, fields, saved, state: 'saving', sent, news: null };
  }

  function write(row: AnyRow, typed: Partial<Fields<Field>>, seen: Fields<Field>): AnyRow {
    const { key, saved } = row;
    const fields = { ...row.fields, ...typed };
    const isChanged = !sameFields(fields, row.fields);
    switch (row.state) {
      case 'typing':
      case 'saving':
      case 'conflict':
        return isChanged ? { ...row, fields } : row;
      case 'saved':
        if (!isChanged || isSame(row.saved, fields)) return row;
        return queueOver(row, fields, seen);
      case 'queued':
      case 'invalid':
      case 'refused':
      case 'failed':
        if (row.state === 'failed' && row.sent !== null)
          return isChanged ? { ...row, fields } : row;
        // A new row is queued when it is left; one that is queued has been left already.
        if (saved === null && row.state !== 'queued') {
          return isChanged ? { key, fields, state: 'typing', saved } : row;
        }
        if (saved !== null && isSame(saved, fields)) return asSaved(key, saved);
        return queueOver(row, fields, seen);
    }
  }

  /** A cell that another changed after it was opened is not overwritten unasked. */
  function queueOver(row: AnyRow, fields: Fields<Field>, seen: Fields<Field>): AnyRow {
    const { key, saved } = row;
    const [now, mine, before] = [row.fields, fields, seen].map(kind.tidy);
    const cells = kind.fields.filter(
      (field) => now?.[field] !== before?.[field] && now?.[field] !== mine?.[field],
    );
    return saved !== null && cells.length > 0
      ? conflict({ key, fields }, saved, cells)
      : queue({ key, fields, saved });
  }

  function queue({ key, fields, saved }: Pick<AnyRow, 'key' | 'fields' | 'saved'>): AnyRow {
    const faults = kind.faultsOf(kind.tidy(fields));
    if (faults.length > 0) return { key, fields, state: 'invalid', saved, faults };
    return { key, fields, state: 'queued', saved };
  }

  function settle(row: SavingRow, { outcome, reason, current }: SaveAnswer<Row>): AnyRow {
    const { key, fields } = row;
    if (outcome === 'refused') {
      return stayUnsaved(row, {
        state: 'refused',
        reason: reason ?? 'The server refused this row. Check it, then try again.',
      });
    }
    if (current === null) return conflict(row, null, []);
    if (isSame(current, fields)) return asSaved(key, current);
    if (outcome === 'conflict') return merge(row, current);
    return isTypedOver(row) ? queue({ key, fields, saved: current }) : asSaved(key, current);
  }

  /** What was typed after the row was sent is sent in its turn. */
  function stayUnsaved(
    row: SavingRow,
    why: { state: 'refused'; reason: string } | { state: 'failed'; reason: string; sent: null },
  ): AnyRow {
    const { key, fields, saved } = row;
    return isTypedOver(row) ? queue(row) : { key, fields, saved, ...why };
  }

  function isTypedOver({ fields, sent }: SavingRow): boolean {
    return !sameFields(fields, sent);
  }

  function read(row: AnyRow, news: { type: 'read'; saved: Row }): AnyRow {
    // A page of a list may be older than what a save has answered since.
    if (isOlder(news.saved, row.saved)) return row;
    switch (row.state) {
      case 'saved':
        return asSaved(row.key, news.saved);
      case 'saving':
        if (row.news?.type === 'read' && isOlder(news.saved, row.news.saved)) return row;
        return { ...row, news };
      case 'typing':
      case 'conflict':
        if (isSame(news.saved, row.fields)) return asSaved(row.key, news.saved);
        return merge(row, news.saved);
      case 'queued':
      case 'invalid':
      case 'refused':
      case 'failed':
        // Both wrote the same, or an answer to this console was lost.
        if (isSame(news.saved, row.fields)) return asSaved(row.key, news.saved);
        if (row.state === 'failed' && row.sent !== null && isSame(news.saved, row.sent)) {
          return queue({ ...row, saved: news.saved }); // ours, and typed over since
        }
        if (versionOf(row.saved) !== versionOf(news.saved)) return merge(row, news.saved);
        return { ...row, saved: news.saved };
    }
  }

  /** News that came while the row was being saved counts as if it had come after the answer. */
  function hear(row: AnyRow | null, news: RowNews<Row> | null): AnyRow | null {
    return row === null || news === null ? row : nextRow(row, news);
  }

  /**
   * Cells that only one of two librarians changed are taken from that librarian. Cells that both
   * changed are a conflict.
   */
  function merge(row: AnyRow, theirs: Row): AnyRow {
    const { key, saved } = row;
    const base = saved === null ? null : kind.fieldsOf(saved);
    const mine = kind.tidy(row.fields);
    const their = kind.fieldsOf(theirs);
    const fields = { ...row.fields };
    const undecided = new Set(row.state === 'conflict' ? row.cells : []);
    const cells = kind.fields.filter((field) => {
      if (mine[field] === their[field]) return false;
      if (undecided.has(field)) return true;
      if (mine[field] !== base?.[field]) return their[field] !== base?.[field];
      fields[field] = their[field];
      return false;
    });
    return cells.length > 0
      ? conflict({ key, fields }, theirs, cells)
      : queue({ key, fields, saved: theirs });
  }

  function decide(row: AnyRow, field: Field, side: ConflictSide): AnyRow {
    if (row.state !== 'conflict' || row.saved === null || !row.cells.includes(field)) return row;
    const { key, saved } = row;
    const theirs = kind.fieldsOf(saved)[field];
    const fields = side === 'mine' ? row.fields : { ...row.fields, [field]: theirs };
    const cells = row.cells.filter((other) => other !== field);
    if (cells.length > 0) return conflict({ key, fields }, saved, cells);
    return isSame(saved, fields) ? asSaved(key, saved) : queue({ key, fields, saved });
  }

  function conflict(
    { key, fields }: Pick<AnyRow, 'key' | 'fields'>,
    saved: Row | null,
    cells: readonly Field[],
  ): AnyRow {
    return { key, fields, state: 'conflict', saved, cells };
  }

  function asSaved(key: RowKey, saved: Row): AnyRow {
    return savedRow<Row, Field>(kind, key, saved);
  }

  function isSame(saved: Row, fields: Fields<Field>): boolean {
    return sameFields(kind.tidy(fields), kind.fieldsOf(saved));
  }
}

function isOlder(saved: SavedRow, than: SavedRow | null): boolean {
  return (versionOf(saved) ?? 0) < (versionOf(than) ?? 0);
}
