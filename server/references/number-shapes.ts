import { cursorOf, linePages, moveCursor } from '../changes/feed.ts';
import { lastAuditId } from '../changes/trail.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { shapeOf, Shapes } from './shapes.ts';
import { inPages } from '../db/pages.ts';

/** The cursor's name in the database; must not change. */
const cursorName = 'number shapes';
const numbersAtOnce = 2000;
/** If it is further behind, reading all numbers is faster than reading the trail. */
const mostLinesToFollow = 20_000;

/** The shapes of the catalogue's numbers. Shapes of deleted numbers stay, as they may come again. */
export class CatalogueShapes {
  readonly #db: Db;
  #known: { count: number; shapes: Shapes } | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Follows the catalogue; returns its shapes and how many there are. */
  async read(): Promise<{ count: number; shapes: Shapes }> {
    await followCatalogue(this.#db);
    const count = await countShapes(this.#db);
    if (this.#known?.count !== count) {
      this.#known = { count, shapes: new Shapes(await knownShapes(this.#db)) };
    }
    return this.#known;
  }
}

/** The shapes that are known so far. */
export async function knownShapes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('number_shapes').select('shape').execute();
  return rows.map(({ shape }) => shape);
}

async function followCatalogue(db: Db): Promise<void> {
  const last = await lastAuditId(db);
  const cursor = await cursorOf(db, cursorName);
  if (cursor === last) return;
  const isFar = cursor === null || last - cursor > mostLinesToFollow;
  const shapes = isFar ? await shapesOfAll(db) : await shapesSince(db, cursor);
  await withWriteLock(db, async (tx) => {
    await addShapes(tx, shapes);
    await moveCursor(tx, cursorName, last);
  });
}

async function shapesOfAll(db: Db): Promise<Set<string>> {
  const shapes = new Set<string>();
  const numbers = db.selectFrom('documents').select('loose_num').distinct().orderBy('loose_num');
  const pages = inPages(numbersAtOnce, { loose_num: '' }, (after) =>
    numbers.where('loose_num', '>', after.loose_num),
  );
  for await (const rows of pages) for (const { loose_num } of rows) addShapeOf(shapes, loose_num);
  return shapes;
}

async function shapesSince(db: Db, cursor: number): Promise<Set<string>> {
  const shapes = new Set<string>();
  for await (const lines of linePages(db, cursor)) {
    for (const { subject, after } of lines) {
      const number = subject === 'document' ? after?.['doc_num'] : null;
      if (typeof number === 'string') addShapeOf(shapes, looseText(number));
    }
  }
  return shapes;
}

function addShapeOf(shapes: Set<string>, key: string): void {
  const shape = shapeOf(key);
  if (shape !== null) shapes.add(shape);
}

async function addShapes(tx: Tx, shapes: ReadonlySet<string>): Promise<void> {
  let count = await countShapes(tx);
  for (const portion of portionsOf([...shapes])) {
    const known = await tx
      .selectFrom('number_shapes')
      .select('shape')
      .where('shape', 'in', portion)
      .execute();
    const there = new Set(known.map(({ shape }) => shape));
    const rows = portion
      .filter((shape) => !there.has(shape))
      .map((shape) => ({ shape, count: (count += 1) }));
    if (rows.length > 0) await tx.insertInto('number_shapes').values(rows).execute();
  }
}

async function countShapes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('number_shapes')
    .select((select) => select.fn.max('count').as('count'))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}
