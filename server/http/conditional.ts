/** What decides between 200, 206, 304, 412 and 416: RFC 9110, sections 13 and 14. */
export type Representation = { size: number; etag: string; lastModified: Date };

/** The headers of range and conditional requests. */
export type RequestConditions = {
  'if-match'?: string | undefined;
  'if-unmodified-since'?: string | undefined;
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-range'?: string | string[] | undefined;
  range?: string | undefined;
};

export type ConditionalAnswer =
  | { status: 200 }
  | { status: 206; first: number; last: number }
  | { status: 304 | 412 | 416 };

export function answerTo(
  method: string,
  headers: RequestConditions,
  file: Representation,
): ConditionalAnswer {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!matchesTag(ifMatch, file.etag, 'strong')) return { status: 412 };
  } else if (isBefore(headers['if-unmodified-since'], file.lastModified)) {
    return { status: 412 };
  }

  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    if (matchesTag(ifNoneMatch, file.etag)) return { status: 304 };
  } else if (isNotBefore(headers['if-modified-since'], file.lastModified)) {
    return { status: 304 };
  }

  if (method !== 'GET' || headers.range === undefined) return { status: 200 };
  if (!rangeStillHolds(headers['if-range'], file)) return { status: 200 };
  return rangeAnswer(headers.range, file.size);
}

/** Whether a list of tags, as in If-None-Match, contains this one. */
export function matchesTag(
  header: string | undefined,
  etag: string,
  comparison: 'weak' | 'strong' = 'weak',
): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

/** One range of bytes; several at once are answered with the whole file (design, section 6). */
function rangeAnswer(header: string, size: number): ConditionalAnswer {
  const range = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header);
  if (range === null || (range[1] === '' && range[2] === '')) return { status: 200 };
  if (range[1] === '') {
    const suffix = Number(range[2]);
    if (suffix === 0 || size === 0) return { status: 416 };
    return { status: 206, first: Math.max(0, size - suffix), last: size - 1 };
  }
  const first = Number(range[1]);
  const last = range[2] === '' ? size - 1 : Number(range[2]);
  if (range[2] !== '' && last < first) return { status: 200 }; // not a range: ignored
  if (first >= size) return { status: 416 };
  return { status: 206, first, last: Math.min(last, size - 1) };
}

function rangeStillHolds(ifRange: string | string[] | undefined, file: Representation): boolean {
  if (ifRange === undefined) return true;
  if (typeof ifRange !== 'string') return false;
  if (ifRange.includes('"')) return ifRange.trim() === file.etag;
  return Date.parse(ifRange) === wholeSeconds(file.lastModified);
}

function isBefore(header: string | undefined, lastModified: Date): boolean {
  return header !== undefined && Date.parse(header) < wholeSeconds(lastModified);
}

function isNotBefore(header: string | undefined, lastModified: Date): boolean {
  return header !== undefined && Date.parse(header) >= wholeSeconds(lastModified);
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
