import { listUsers } from '../server/auth/accounts.ts';
import type { Db } from '../server/db/schema.ts';
import { type Finding, wrong } from './finding.ts';
import { libraryCommand } from '../server/config/build.ts';

/** Accounts that hold a role but cannot sign in. */
export async function* editorFindings(db: Db): AsyncGenerator<Finding> {
  for (const { name, disabled_at, roles } of await listUsers(db)) {
    const [role] = roles;
    if (disabled_at !== null || role === undefined || roles.includes('EGD_LIB')) continue;
    yield wrong(
      `${name} has the role ${role} but not EGD_LIB, so it cannot sign in`,
      `${libraryCommand()} user role ${name} --add EGD_LIB`,
    );
  }
}
