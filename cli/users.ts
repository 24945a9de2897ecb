import {
  type ChangedBy,
  addUser,
  changePassword,
  changeRoles,
  disableUser,
  enableUser,
  listUsers,
  requireUser,
} from '../server/auth/accounts.ts';
import { AccessLog } from '../server/auth/access-log.ts';
import { addToGroup, listGroups, removeFromGroup } from '../server/auth/groups.ts';
import { Sessions } from '../server/auth/sessions.ts';
import { forgetNotes } from '../server/notes/forget-notes.ts';
import { userName } from '../server/config/owner.ts';
import { type CliCommand, type OpenedLibrary, parseWords, UsageError } from './command.ts';

const several = { type: 'string', multiple: true, default: [] as string[] } as const;

export const userCommands: Record<string, CliCommand> = {
  'user add': {
    usage: 'user add NAME [--display "…"] [--role R]…',
    does: 'Adds an account. Reads the password from standard input.',
    async run({ args, open, readPassword }) {
      const options = { display: { type: 'string' }, role: several } as const;
      const { values, positionals } = parseWords(args, options, 1);
      const name = positionals[0] ?? '';
      const opened = await open('or begin');
      const { db } = opened.library;
      const password = await readPassword();
      const display = values.display === undefined ? {} : { display_name: values.display };
      const user = { name, password, roles: values.role, ...display };
      await addUser(db, user, new Date(), changedBy(opened));
      const roles = values.role.length === 0 ? 'no role yet' : values.role.join(', ');
      console.log(`Added ${name} (${roles}).`);
      return 0;
    },
  },
  'user role': {
    usage: 'user role NAME --add R / --remove R',
    does: 'Adds or removes roles. The next request obeys them.',
    async run({ args, open }) {
      const { values, positionals } = parseWords(args, { add: several, remove: several }, 1);
      if (values.add.length + values.remove.length === 0) {
        throw new UsageError('Say which role to --add or --remove.');
      }
      const opened = await open();
      const { db } = opened.library;
      const user = await changeRoles(db, positionals[0] ?? '', values, changedBy(opened));
      console.log(`${user.name} now has: ${user.roles.join(', ') || 'no role'}.`);
      return 0;
    },
  },
  'user password': {
    usage: 'user password NAME',
    does: 'Reads a new password from standard input, enables the account and ends its sessions.',
    async run({ args, open, readPassword }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const opened = await open();
      await changePassword(opened.library.db, name, await readPassword(), changedBy(opened));
      console.log(`${name} has a new password and is signed out everywhere.`);
      return 0;
    },
  },
  'user disable': {
    usage: 'user disable NAME',
    does: 'Stops the user from signing in and ends their sessions.',
    async run({ args, open }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const opened = await open();
      await disableUser(opened.library.db, name, new Date(), changedBy(opened));
      console.log(`${name} can no longer sign in.`);
      return 0;
    },
  },
  'user enable': {
    usage: 'user enable NAME',
    does: 'Lets a disabled user sign in again.',
    async run({ args, open }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const opened = await open();
      await enableUser(opened.library.db, name, changedBy(opened));
      console.log(`${name} can sign in again.`);
      return 0;
    },
  },
  'user sessions': {
    usage: 'user sessions NAME [--end]',
    does: 'Lists where a user is signed in. --end signs them out everywhere.',
    async run({ args, open }) {
      const options = { end: { type: 'boolean', default: false } } as const;
      const { values, positionals } = parseWords(args, options, 1);
      const opened = await open();
      const { db, now } = opened.library;
      const { name } = await requireUser(db, positionals[0] ?? '');
      const sessions = new Sessions(db, opened.config, now);
      for (const { device, address, created_at, last_seen_at } of await sessions.sessionsOf(name)) {
        const where = `${device ?? 'Unknown browser'} at ${address ?? 'an unknown address'}`;
        console.log(`${where}  since ${created_at}  last used ${last_seen_at}`);
      }
      if (!values.end) return 0;
      const ended = await sessions.endSessionsOf(name, 'all');
      const { access, by } = changedBy(opened);
      const line = { action: 'sessions_ended', user: name, by, detail: String(ended) } as const;
      if (ended > 0) await access.write(db, line);
      console.log(`${name} is signed out everywhere (${ended} ended).`);
      return 0;
    },
  },
  'user forget-notes': {
    usage: 'user forget-notes NAME',
    does: 'Permanently deletes all notes, comments, pictures and the signature of a user.',
    async run({ args, open }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const { library } = await open();
      const user = await requireUser(library.db, name);
      const { notes, comments } = await forgetNotes(library, user);
      console.log(`Deleted ${notes} notes and ${comments} comments of ${user.name}.`);
      return 0;
    },
  },
  'user list': {
    usage: 'user list',
    does: 'Lists all accounts.',
    async run({ args, open }) {
      parseWords(args, {}, 0);
      const { db } = (await open()).library;
      for (const user of await listUsers(db)) {
        const state = user.disabled_at === null ? '' : `  disabled ${user.disabled_at}`;
        const from = user.provider === 'local' ? '' : `  by ${user.provider}`;
        const roles = user.roles.join(', ') || 'no role';
        console.log(`${user.name}  "${user.display_name}"  ${roles}${from}${state}`);
      }
      return 0;
    },
  },
};

const groupWords = (args: string[]) => parseWords(args, {}, 2).positionals as [string, string];

export const groupCommands: Record<string, CliCommand> = {
  'group add': {
    usage: 'group add GROUP USER',
    does: 'Adds a user to a group. Its members can write notes for it.',
    async run({ args, open }) {
      const [group, user] = groupWords(args);
      const opened = await open();
      await addToGroup(opened.library.db, group, user, changedBy(opened));
      console.log(`${user} is now in the group ${group}.`);
      return 0;
    },
  },
  'group remove': {
    usage: 'group remove GROUP USER',
    does: 'Removes a user from a group. The next request hides its notes from them.',
    async run({ args, open }) {
      const [group, user] = groupWords(args);
      const opened = await open();
      await removeFromGroup(opened.library.db, group, user, changedBy(opened));
      console.log(`${user} is no longer in the group ${group}.`);
      return 0;
    },
  },
  'group list': {
    usage: 'group list',
    does: 'Lists all groups with their members.',
    async run({ args, open }) {
      parseWords(args, {}, 0);
      const { db } = (await open()).library;
      for (const [group, members] of await listGroups(db)) {
        console.log(`${group}  ${members.join(', ')}`);
      }
      return 0;
    },
  },
};

/** Who changes accounts on the command line, for the access audit. */
function changedBy({ config, library: { db, now } }: OpenedLibrary): ChangedBy {
  const by = `${userName()} (command line)`;
  return { access: new AccessLog({ db, now, config }), by };
}
