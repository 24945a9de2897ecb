import { type BucketClient, StoreError } from './client.ts';

/** An object as the store lists it; `etag` is without its quotes. */
export type ListedObject = { key: string; bytes: number; modified: Date; etag: string };

type Page = { objects: ListedObject[]; next: string | null };

const mostBytes = 16 * 1024 * 1024;
const mostEmptyPages = 100;

/** Every object below a prefix, in pages of 1,000. A listing that is not whole or does not end is an error. */
export async function* listObjects(
  client: BucketClient,
  prefix: string,
): AsyncGenerator<ListedObject[]> {
  let last = '';
  let emptyPages = 0;
  for (let token: string | null = null; ;) {
    const page = await readPage(client, prefix, token);
    const first = page.objects[0]?.key;
    // Keys come in the order of their bytes: a page that does not move on would be listed forever.
    if (first !== undefined && Buffer.compare(Buffer.from(first), Buffer.from(last)) <= 0)
      throw unclear('its pages repeat');
    emptyPages = first === undefined ? emptyPages + 1 : 0;
    if (page.next !== null && (page.next === token || emptyPages > mostEmptyPages))
      throw unclear('its pages repeat');
    yield page.objects;
    if (page.next === null) return;
    last = page.objects.at(-1)?.key ?? last;
    token = page.next;
  }
}

/** Fails unless the bucket can be listed. */
export async function requireListing(client: BucketClient, prefix: string): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix };
  parsePage((await client.send('GET', { key: null, query, mostBytes }, 200)).body.toString());
}

async function readPage(client: BucketClient, prefix: string, token: string | null): Promise<Page> {
  const query = {
    'list-type': '2',
    'max-keys': '1000',
    'encoding-type': 'url',
    prefix,
    ...(token === null ? {} : { 'continuation-token': token }),
  };
  return parsePage(
    (await client.send('GET', { key: null, query, mostBytes }, 200)).body.toString(),
  );
}

/** The few elements that we need of the one schema that there is; anything else is refused, not guessed. */
export function parsePage(xml: string): Page {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw unclear('it declares entities');
  if (!/<\/ListBucketResult>\s*$/.test(xml)) throw unclear('it is cut off, or not a listing');
  const isEncoded = /<EncodingType>url<\/EncodingType>/.test(xml);
  const contents = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => one);
  const outside = xml.replaceAll(/<Contents>.*?<\/Contents>/gs, '');
  const isTruncated = elementOf(outside, 'IsTruncated');
  const next = isTruncated === 'true' ? elementOf(outside, 'NextContinuationToken') : '';
  if (!['true', 'false'].includes(isTruncated) || (isTruncated === 'true' && next === ''))
    throw unclear('it does not say whether there is more');
  return {
    objects: contents.map((one) => objectOf(one, isEncoded)),
    next: next === '' ? null : next,
  };
}

function objectOf(xml: string, isEncoded: boolean): ListedObject {
  const key = elementOf(xml, 'Key');
  const modified = new Date(elementOf(xml, 'LastModified'));
  const etag = elementOf(xml, 'ETag').replace(/^"(.*)"$/, '$1');
  const size = elementOf(xml, 'Size');
  if (key === '' || etag === '' || !/^\d{1,15}$/.test(size) || Number.isNaN(modified.getTime()))
    throw unclear('an object has no name, size, time or ETag');
  return { key: isEncoded ? decoded(key) : key, bytes: Number(size), modified, etag };
}

// A space is a plus sign there. What is no UTF-8 gets the sign that stands for that, as in the other encoding.
function decoded(key: string): string {
  const text = key.replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return `${text}\uFFFD`;
  }
}

/** Empty if there is none. */
function elementOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, unescaped);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(whole: string, name?: string, decimal?: string, hex?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}

function unclear(why: string): StoreError {
  return new StoreError('BadListing', `The object store's listing cannot be used: ${why}.`);
}
