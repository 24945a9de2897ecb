import { distance } from 'fastest-levenshtein';
import { ConfigError, readConfig } from './config.ts';
import type { Environment } from './settings-reader.ts';

/** The settings that `readConfig` reads for this environment: it is the only list of our settings. */
export function settingsReadFrom(environment: Environment): Set<string> {
  const names = new Set<string>();
  const watched = new Proxy(environment, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return typeof name === 'string' ? target[name] : undefined;
    },
  });
  try {
    readConfig(watched);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error; // thrown after all were read
  }
  return names;
}

let all: Set<string> | undefined;

/** Every setting there is: some are read only with others. */
export function allSettings(): ReadonlySet<string> {
  const beside = { DATABASE_URL: 'postgres://a@b/c', OIDC_ISSUER: 'https://issuer.example' };
  all ??= new Set(
    ['ldap', 'upstream'].flatMap((AUTH_PROVIDER) => [
      ...settingsReadFrom({ ...beside, AUTH_PROVIDER }),
    ]),
  );
  return all;
}

/** The setting that was probably meant: the same letters (`SHAREDIR`), or nearly so. */
export function settingMeantBy(name: string): string | null {
  const letters = lettersOf(name);
  const same = [...allSettings()].find((known) => lettersOf(known) === letters);
  if (same !== undefined) return same;
  // Short names are too near to others: HOSTS, POST.
  const near = [...allSettings()].filter((known) => lettersOf(known).length >= 7);
  const found = near.find((known) => distance(lettersOf(known), letters) === 1);
  return found ?? null;
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
}
