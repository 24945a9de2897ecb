import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/settings-reader.ts';

/** The settings as they are set, for whoever builds the library anew; of secrets only that they were set. */
export function settingsWithoutSecrets(environment: Environment): Record<string, string> {
  const names = new Set<string>();
  // The one list of our settings is what is read of them.
  const watched = new Proxy(environment, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return typeof name === 'string' ? target[name] : undefined;
    },
  });
  readConfig(watched);
  return Object.fromEntries(
    [...names]
      .filter((name) => environment[name]?.trim())
      .toSorted()
      .map((name) => [name, withoutSecret(name, environment[name] ?? '')]),
  );
}

// A file's name is no secret, what is in it is.
const isSecretName = (name: string) =>
  /PASSWORD|SECRET|TOKEN|_KEY/.test(name) && !name.endsWith('_FILE');

function withoutSecret(name: string, value: string): string {
  if (isSecretName(name)) return '(a secret: it is not in the backup)';
  const url = URL.parse(value);
  if (url === null || url.password === '') return value;
  url.password = '';
  return url.href;
}
