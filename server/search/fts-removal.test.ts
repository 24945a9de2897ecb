import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { FtsRemoval } from './fts-removal.ts';

test('after a row is removed, other statements run as before', () => {
  const file = new DatabaseSync(':memory:');
  file.exec(`create virtual table texts using fts5 (text, content = '', contentless_delete = 1);
    create table entries (id integer primary key)`);
  const insert = file.prepare('insert into texts (rowid, text) values (?, ?)');
  const count = file.prepare('delete from entries where id = ?');
  const removal = new FtsRemoval(file, 'texts');
  file.exec('begin');
  for (let id = 1; id <= 20; id++) insert.run(id, `seals ${id}`);
  for (let id = 1; id <= 10; id++) {
    removal.remove(id);
    expect(count.run(id).changes).toBe(0);
  }
  file.exec('commit');
  expect(file.prepare(`select rowid from texts where texts match 'seals'`).all()).toHaveLength(10);
});
