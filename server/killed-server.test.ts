import { createHash, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { fillAddress } from '#contract/calls.ts';
import * as caseCalls from '#contract/cases.ts';
import * as noteCalls from '#contract/notes.ts';
import { envOf } from '../test/databases.ts';
import { ServerProcess } from '../test/drill/server-process.ts';
import { noteOn, startNoting } from '../test/noting.ts';
import { textPdf } from '../test/pdfs.ts';
import { times } from '../test/times.ts';
import { openByHand } from './cases/open-cases.ts';
import { changeLibrary } from './changes/change.ts';
import { encodePng } from './pdf/draw/png.ts';

// The server is killed with SIGKILL while somebody writes notes, comments and pictures and exports evidence. What it
// answered is there afterwards.

const rounds = times({ short: 3, full: 12 });
const png = Buffer.from(encodePng(1, 1, new Uint8Array(4)));

test('notes, comments, pictures and evidence that were answered are there after a kill', async () => {
  const files = { 'AM-1_EN_1.pdf': await textPdf('Zinc plating of steel parts') };
  const { person, library, db, config } = await startNoting(onTestFinished, files);
  const rita = await person('rita', 'EGD_LIB_REVIEW');
  const { content } = await rita.list();
  const { id: document } = await db.selectFrom('documents').select('id').executeTakeFirstOrThrow();
  const { result: id } = await changeLibrary(library, { user: 'rita' }, (tx, change) =>
    openByHand(tx, document, change),
  );
  const evidence = `${fillAddress(caseCalls.exportEvidence.url, { id })}?format=csv`;
  const notes: string[] = [];
  const comments: string[] = [];
  const pictures: string[] = [];
  const reports: string[] = [];

  for (let round = 0; round < rounds; round++) {
    const server = await ServerProcess.start(
      onTestFinished,
      config.dataDir,
      envOf(config.database),
    );
    const kill: { done: Promise<void> | null } = { done: null };
    let answersLeft = 4 + 5 * (round % 3);
    const ask = async (url: string, body?: object): Promise<Uint8Array> => {
      const answer = await fetch(`${server.url}${url}`, {
        headers: {
          cookie: rita.cookie,
          'x-egd-library': '1',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const bytes = await answer.bytes();
      if (answer.status !== 200) throw new Error(`${url}: ${Buffer.from(bytes).toString()}`);
      answersLeft -= 1;
      const isOneOfEach = [notes, pictures, reports].every((answered) => answered.length > 0);
      if (answersLeft <= 0 && isOneOfEach) kill.done ??= server.kill();
      return bytes;
    };
    const untilKilled = async (step: () => Promise<void>) => {
      while (kill.done === null) {
        await step().catch((error: unknown) => {
          if (kill.done === null) throw error;
        });
      }
    };
    await Promise.all([
      untilKilled(async () => {
        const note = noteOn(content, { text: 'Check the furnace' });
        await ask(noteCalls.addNote.url, note);
        notes.push(note.id);
        const comment = { id: randomUUID(), text: 'Seen' };
        await ask(fillAddress(noteCalls.addNoteComment.url, { id: note.id }), comment);
        comments.push(comment.id);
      }),
      untilKilled(async () => {
        const picture = { id: randomUUID(), png: png.toString('base64') };
        await ask(noteCalls.addNotePicture.url, picture);
        pictures.push(picture.id);
      }),
      untilKilled(async () => {
        const report = await ask(evidence);
        reports.push(createHash('sha256').update(report).digest('hex'));
      }),
    ]);
    await kill.done;
  }

  const uuids = async (table: 'notes' | 'note_comments' | 'note_pictures') =>
    new Set((await db.selectFrom(table).select('uuid').execute()).map(({ uuid }) => uuid));
  expect(new Set(notes).difference(await uuids('notes'))).toEqual(new Set());
  expect(new Set(comments).difference(await uuids('note_comments'))).toEqual(new Set());
  expect(new Set(pictures).difference(await uuids('note_pictures'))).toEqual(new Set());
  const lines = await db
    .selectFrom('access_audit')
    .select('detail')
    .where('action', '=', 'evidence_exported')
    .execute();
  const exported = lines.map(({ detail }) => detail?.slice(-64));
  expect(new Set(reports).difference(new Set(exported))).toEqual(new Set());
  expect((await rita.list()).data.every(({ text }) => text === 'Check the furnace')).toBe(true);
});
