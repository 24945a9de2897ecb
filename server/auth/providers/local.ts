import type { Db } from '../../db/schema.ts';
import { findUser, verifyUser } from '../accounts.ts';
import type { Provider } from './provider.ts';

/** Accounts of the library itself, with their passwords. */
export function localProvider(db: Db): Provider {
  return {
    name: 'local',
    async verify({ username, password }) {
      const id = await verifyUser(db, username, password);
      if (id === null) return { state: 'refused' };
      const { name, display_name } = await findUser(db, id);
      // Roles are given on the command line, not at sign-in.
      const person = { external_id: String(id), name, display_name, roles: null };
      return { state: 'accepted', person };
    },
  };
}
