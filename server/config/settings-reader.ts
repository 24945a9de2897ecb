export type Environment = Record<string, string | undefined>;

/** Reads single settings. A fault is noted in words, and reading goes on, so that all faults are shown at once. */
export type SettingsReader = {
  setting: (name: string) => string | null;
  wholeNumber: (name: string, fallback: number, least: number, most: number) => number;
  oneOf: <T extends string>(name: string, allowed: readonly T[], fallback: T) => T;
  isOn: (name: string, fallback: 'on' | 'off') => boolean;
  webAddress: (name: string) => URL | null;
  fault: (words: string) => void;
};

export function settingsReader(env: Environment, fault: SettingsReader['fault']): SettingsReader {
  const setting = (name: string): string | null => env[name]?.trim() || null;

  function wholeNumber(name: string, fallback: number, least: number, most: number): number {
    const text = setting(name);
    if (text === null) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    fault(`${name} must be a whole number from ${least} to ${most}; it is "${text}".`);
    return fallback;
  }

  function oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = setting(name) ?? fallback;
    const found = allowed.find((value) => value === text);
    if (found !== undefined) return found;
    fault(`${name} must be one of ${allowed.join(', ')}; it is "${text}".`);
    return fallback;
  }

  function webAddress(name: string): URL | null {
    const text = setting(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol)) return url;
    fault(`${name} must be an http or https address; it is "${text}".`);
    return null;
  }

  const isOn = (name: string, fallback: 'on' | 'off') =>
    oneOf(name, ['on', 'off'], fallback) === 'on';

  return { setting, wholeNumber, oneOf, isOn, webAddress, fault };
}
