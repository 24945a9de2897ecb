import { setTimeout as pause } from 'node:timers/promises';
import { addUser } from '../../server/auth/accounts.ts';
import { addSampleEntries } from '../../sample/add-entries.ts';
import { copySampleFiles } from '../../sample/catalogue.ts';
import { TwoNodes } from './two-nodes.ts';

// `npm run two-nodes`: the sample library on PostgreSQL, two nodes and nginx, on this machine, until Ctrl+C.

const password = 'standards-demo';
const undo: (() => Promise<void>)[] = [];
const interrupted = new Promise((resolve) => process.once('SIGINT', resolve));
try {
  const nodes = await TwoNodes.start(
    (one) => undo.push(one),
    async (library, shareDir) => {
      await copySampleFiles(shareDir);
      await addSampleEntries(library);
      const roles = ['EGD_LIB', 'EGD_LIB_EDIT'];
      const librarian = { name: 'librarian', display_name: 'Lee Librarian', roles, password };
      await addUser(library.db, librarian, new Date());
    },
  );
  console.log(`
  EGD Library on two nodes:  ${nodes.url}

  nodes        ${nodes.node(0).url} (process ${nodes.node(0).pid})
               ${nodes.node(1).url} (process ${nodes.node(1).pid})
  database     ${nodes.settings['DATABASE_URL']}
  sign in as   librarian, ${password}

  Ctrl+C ends all of it.
`);
  await interrupted;
  await pause(0);
} finally {
  for (const one of undo.toReversed()) await one();
}
