import {
  addUser,
  changePassword,
  changeRoles,
  disableUser,
  listUsers,
} from '../server/auth/accounts.ts';
import { type Command, parseWords, UsageError } from './command.ts';
import { readPassword } from './terminal.ts';

const several = { type: 'string', multiple: true, default: [] as string[] } as const;

export const userCommands: Record<string, Command> = {
  'user add': {
    usage: 'user add NAME [--display "…"] [--role R]…',
    does: 'Adds an account; the password comes from standard input.',
    async run({ args, open }) {
      const options = { display: { type: 'string' }, role: several } as const;
      const { values, positionals } = parseWords(args, options, 1);
      const name = positionals[0] ?? '';
      const { db } = (await open()).library;
      const password = await readPassword();
      const display = values.display === undefined ? {} : { display_name: values.display };
      await addUser(db, { name, password, roles: values.role, ...display }, new Date());
      const roles = values.role.length === 0 ? 'no role yet' : values.role.join(', ');
      console.log(`Added ${name} (${roles}).`);
      return 0;
    },
  },
  'user role': {
    usage: 'user role NAME --add R / --remove R',
    does: 'Gives or takes roles; takes effect with the next request.',
    async run({ args, open }) {
      const { values, positionals } = parseWords(args, { add: several, remove: several }, 1);
      if (values.add.length + values.remove.length === 0) {
        throw new UsageError('Say which role to --add or --remove.');
      }
      const { db } = (await open()).library;
      const user = await changeRoles(db, positionals[0] ?? '', values);
      console.log(`${user.name} now has: ${user.roles.join(', ') || 'no role'}.`);
      return 0;
    },
  },
  'user password': {
    usage: 'user password NAME',
    does: 'Sets a new password from standard input, enables the account, and ends its sessions.',
    async run({ args, open }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const { db } = (await open()).library;
      await changePassword(db, name, await readPassword());
      console.log(`${name} has a new password and is signed out everywhere.`);
      return 0;
    },
  },
  'user disable': {
    usage: 'user disable NAME',
    does: 'Keeps the user out and ends their sessions.',
    async run({ args, open }) {
      const name = parseWords(args, {}, 1).positionals[0] ?? '';
      const { db } = (await open()).library;
      await disableUser(db, name, new Date());
      console.log(`${name} can no longer sign in.`);
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
        console.log(
          `${user.name}  "${user.display_name}"  ${user.roles.join(', ') || 'no role'}${state}`,
        );
      }
      return 0;
    },
  },
};
