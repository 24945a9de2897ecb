import { expect, onTestFinished, test } from 'vitest';
import { StandInStore } from '../../../test/object-store.ts';
import { readConfig } from '../../config/config.ts';
import { parsePage } from './listing.ts';
import { BucketObjects } from './objects.ts';
import { queryOf, signedHeaders } from './signature.ts';

const key = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

// From "Signature Calculations for the Authorization Header" of the documentation of Amazon S3.
test('requests are signed as the examples of Amazon are', () => {
  const at = new Date('2013-05-24T00:00:00Z');
  const host = 'examplebucket.s3.amazonaws.com';
  const signed = (path: string, query: Record<string, string>, headers: Record<string, string>) =>
    signedHeaders({ method: 'GET', host, path, query, headers }, key, at)['authorization'];
  const credential = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3';
  expect(signed('/test.txt', {}, { range: 'bytes=0-9' })).toBe(
    `${credential}/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,` +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  expect(signed('/', { prefix: 'J', 'max-keys': '2' }, {})).toBe(
    `${credential}/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,` +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
  expect(queryOf({ prefix: "a b/(1)*!'+ü", 'list-type': '2' })).toBe(
    'list-type=2&prefix=a%20b%2F%281%29%2A%21%27%2B%C3%BC',
  );
});

test('a page of a listing is read to the letter, or refused', () => {
  const one = (name: string, size = '7') =>
    `<Contents><Key>${name}</Key><LastModified>2026-01-15T08:00:00.250Z</LastModified><ETag>"e"</ETag><Size>${size}</Size></Contents>`;
  const page = (inside: string) =>
    `<ListBucketResult><IsTruncated>false</IsTruncated>${inside}</ListBucketResult>`;
  const keysOf = (xml: string) => parsePage(xml).objects.map((object) => object.key);
  const encoded = '<EncodingType>url</EncodingType>';
  expect(parsePage(page(one('a')))).toEqual({
    objects: [{ key: 'a', bytes: 7, modified: new Date('2026-01-15T08:00:00.250Z'), etag: 'e' }],
    next: null,
  });
  expect(keysOf(page(one('a+b%20&amp;&#252;')))).toEqual(['a+b%20&ü']);
  expect(keysOf(page(encoded + one('a+b%20%2B%C3%BC')))).toEqual(['a b +ü']);
  expect(keysOf(page(encoded + one('%FF')))).toEqual(['%FF\uFFFD']);
  for (const [xml, why] of [
    [`<!DOCTYPE x [<!ENTITY a "b">]>${page(one('&a;'))}`, 'it declares entities'],
    [page(one('a')).slice(0, -1), 'it is cut off, or not a listing'],
    ['<html>Sign in to the proxy</html>', 'it is cut off, or not a listing'],
    [page('').replace('false', 'perhaps'), 'it does not say whether there is more'],
    [page('').replace('false', 'true'), 'it does not say whether there is more'],
    [page(one('a', '-1')), 'an object has no name, size, time or ETag'],
    [page(one('a').replace('2026', 'then')), 'an object has no name, size, time or ETag'],
  ] as const) {
    expect(() => parsePage(xml)).toThrow(`The object store's listing cannot be used: ${why}.`);
  }
});

test('only the bytes that were asked for, of the version that was opened, are taken', async () => {
  const store = await StandInStore.start(onTestFinished);
  const { bucket } = readConfig(store.env);
  if (bucket === null) throw new Error('The settings name a bucket.');
  const objects = new BucketObjects(bucket);
  const at = 's3://standards/pdfs/a (1).pdf';
  store.put('pdfs/a (1).pdf', '0123456789');
  const facts = await objects.factsOf(at);
  const read = async () => (await objects.read(at, facts, 2, 3)).toString();
  expect(await read()).toBe('234');
  expect((await objects.read(at, facts, 8, 100)).toString()).toBe('89');

  const other = 'The object store sends other bytes than it was asked for.';
  const etag = facts.tag;
  const answers: [number, Record<string, string>, string, string][] = [
    [206, { etag, 'content-range': 'bytes 2-4/10' }, '23', other],
    [206, { etag, 'content-range': 'bytes 3-5/10' }, '345', other],
    [206, { etag: '"other"', 'content-range': 'bytes 2-4/10' }, '234', 'was replaced'],
    [200, { etag }, '0123456789', other],
    [206, { etag, 'content-length': '3' }, '2', 'breaks off (ECONNRESET)'],
  ];
  for (const [status, headers, body, message] of answers) {
    store.fault = (request, response) => {
      if (request.method === 'HEAD') return 'passes';
      response.writeHead(status, headers);
      if (headers['content-length'] === undefined) response.end(body);
      else response.write(body, () => response.destroy());
      return 'answered';
    };
    await expect(read()).rejects.toThrow(message);
  }
  store.fault = null;
  store.put('pdfs/a (1).pdf', 'abcdefghij');
  await expect(read()).rejects.toMatchObject({ code: 'changed' });
  store.objects.clear();
  await expect(read()).rejects.toMatchObject({ code: 'changed' });
  await expect(objects.factsOf(at)).rejects.toMatchObject({ code: 'ENOENT' });
});
