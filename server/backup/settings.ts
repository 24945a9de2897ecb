import { settingsReadFrom } from '../config/setting-names.ts';
import type { Environment } from '../config/settings-reader.ts';

/** The current settings, for setting up the library again; of secrets only that they were set. */
export function settingsWithoutSecrets(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    [...settingsReadFrom(environment)]
      .filter((name) => environment[name]?.trim())
      .toSorted()
      .map((name) => [name, withoutSecret(name, environment[name] ?? '')]),
  );
}

// The name of a secret's file is not secret.
const isSecretName = (name: string) =>
  /PASSWORD|SECRET|TOKEN|_KEY/.test(name) && !name.endsWith('_FILE');

function withoutSecret(name: string, value: string): string {
  if (isSecretName(name)) return '(secret: not in the backup)';
  const url = URL.parse(value);
  if (url === null || url.password === '') return value;
  url.password = '';
  return url.href;
}
