import { type Range, endsOf, partsOf, wholeUpToBytes } from './ranges.ts';

/** A PDF and what the server said of it; `bytes` and `etag` are null where it said nothing. */
export type PdfSource = {
  address: string;
  bytes: number | null;
  etag: string | null;
  /** What was asked for before the viewer was there to ask. */
  headStart?: HeadStart;
};

/** `refused`: the server does not give these bytes of this file; `lost`: they may come another time. */
export type Answer = Uint8Array | 'refused' | 'lost';

/** Asks once. Rejects only when it is called off. */
export async function ask(
  { address, etag }: PdfSource,
  { begin, end }: Range,
  signal: AbortSignal,
): Promise<Answer> {
  const guard: Record<string, string> = isStrong(etag) ? { 'if-match': etag } : {};
  try {
    const headers = { range: `bytes=${begin}-${end - 1}`, ...guard };
    const response = await fetch(address, { headers, signal, credentials: 'include' });
    const replaced = etag !== null && response.headers.get('etag') !== etag;
    if (response.status >= 500 || response.status === 429) return 'lost';
    if (!response.ok || replaced) return 'refused';
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A proxy may ignore ranges; then the whole file comes each time, but it comes.
    const asked = response.status === 206 ? bytes : bytes.slice(begin, end);
    return asked.length === end - begin ? asked : 'lost';
  } catch (error) {
    if (signal.aborted) throw error;
    return 'lost';
  }
}

/**
 * Asks for the bytes that every viewer needs first as soon as the file's length is known. React and
 * pdf.js take a tenth of a second to be ready for them.
 */
export class HeadStart {
  readonly #ended = new AbortController();
  /** Undefined: it was called off. */
  readonly #answers = new Map<string, Promise<Answer | undefined>>();

  constructor(source: PdfSource) {
    if (source.bytes === null) return;
    const isSmall = source.bytes <= wholeUpToBytes;
    for (const range of isSmall ? partsOf(source.bytes) : endsOf(source.bytes)) {
      const answer = ask(source, range, this.#ended.signal).catch(() => undefined);
      this.#answers.set(nameOf(range), answer);
    }
  }

  /** What was asked for, once: whoever asks again wants it from the server. */
  take(range: Range): Promise<Answer | undefined> | undefined {
    const answer = this.#answers.get(nameOf(range));
    this.#answers.delete(nameOf(range));
    return answer;
  }

  end(): void {
    this.#ended.abort();
    this.#answers.clear();
  }
}

function nameOf({ begin, end }: Range): string {
  return `${begin}-${end}`;
}

// A proxy that compresses weakens the tag, and a weak one never satisfies If-Match.
function isStrong(etag: string | null): etag is string {
  return etag !== null && !etag.startsWith('W/');
}
