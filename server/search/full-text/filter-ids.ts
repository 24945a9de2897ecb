import type { DatabaseSync } from 'node:sqlite';
import type { TermIds } from './vocabulary.ts';

/** The ids of filters by their names; a new one is written at once. */
export function filterIdsIn(file: DatabaseSync): TermIds {
  const find = file.prepare('select id from text_filters where name = ?');
  const insert = file.prepare('insert into text_filters (name) values (?)');
  const known = new Map<string, number>();
  const idOf = (name: string) => {
    const id =
      known.get(name) ?? Number(find.get(name)?.['id'] ?? insert.run(name).lastInsertRowid);
    known.set(name, id);
    return id;
  };
  return { idOf };
}
