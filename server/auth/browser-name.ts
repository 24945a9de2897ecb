/** A browser by its User-Agent, in words for its user: `Firefox on Windows`. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  if (browser === null && system === null) return 'Unknown browser';
  return [browser ?? 'Browser', ...(system === null ? [] : ['on', system])].join(' ');
}

// In this order: Edge calls itself Chrome as well, and Chrome calls itself Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function firstOf(names: [RegExp, string][], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
