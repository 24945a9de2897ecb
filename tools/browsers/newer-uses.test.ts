import { expect, test } from 'vitest';
import { newerFunctions } from './newer-functions.ts';
import { isAllowed, newerUses } from './newer-uses.ts';
import { newestBrowsers } from './oldest-browsers.ts';

const newer = newerFunctions();
const newest = newerFunctions(newestBrowsers);
const usesIn = (script: string) => newerUses(script, newer).map(({ what }) => what);

test('functions that one of the oldest browsers lacks are found, however they are reached', () => {
  expect(usesIn('AbortSignal.any([a, b])')).toEqual(['AbortSignal.any']);
  expect(usesIn('const { map } = a; map.getOrInsert(1, 2)')).toEqual(['.getOrInsert()']);
  expect(usesIn('(await fetch(a)).bytes()')).toEqual(['.bytes()']);
  expect(usesIn('new Sanitizer()')).toEqual(['Sanitizer']);
  expect(usesIn('window.requestIdleCallback(a)')).toEqual(['requestIdleCallback']);
  expect(usesIn('requestIdleCallback(a)')).toEqual(['requestIdleCallback']);
  expect(usesIn('new Temporal.PlainDate(a)')).toEqual(['Temporal', 'Temporal.PlainDate']);
});

test('helpers of iterators, statics taken apart, properties and the flag v are found', () => {
  expect(usesIn('map.values().some(a)')).toEqual(['Iterator.some']);
  expect(usesIn('text.matchAll(a).map(b); map.entries().drop(1)')).toEqual([
    'Iterator.map',
    'Iterator.drop',
  ]);
  expect(usesIn('const { any, timeout } = AbortSignal')).toEqual(['AbortSignal.any']);
  expect(usesIn('const { scheduler } = window')).toEqual(['scheduler']);
  expect(usesIn('read(element.popover); const a = AbortSignal.any')).toEqual([
    '.popover',
    'AbortSignal.any',
  ]);
  expect(usesIn('/[a--b]/v')).toEqual(['the flag v']);
  expect(usesIn("new RegExp(a, 'gv')")).toEqual(['the flag v']);
});

test('the newest browsers have both functions that the viewer asks for, and the oldest neither', () => {
  for (const name of ['Math.sumPrecise', 'Map.getOrInsertComputed']) {
    expect(newest.members.has(name)).toBe(false);
    expect(newer.members.get(name)).toEqual(['chrome', 'edge', 'firefox', 'safari', 'safari_ios']);
  }
});

test('the browsers that lack a function are named', () => {
  expect(newerUses('AbortSignal.any([])', newer)).toEqual([
    { what: 'AbortSignal.any', lackedBy: ['safari', 'safari_ios'] },
  ]);
});

test('what all of them have is not, nor a call that asks first', () => {
  expect(usesIn('[1].toSorted().findLast(a); structuredClone(b); Promise.any([])')).toEqual([]);
  expect(usesIn('AbortSignal.timeout(1); element.replaceChildren(); dialog.showModal()')).toEqual(
    [],
  );
  expect(usesIn('event.getCoalescedEvents?.()')).toEqual([]);
  expect(usesIn('Object.values(a).some(b); [...map.values()].map(c); map.keys().next()')).toEqual(
    [],
  );
  expect(usesIn('if (element.popover) a(); element.popover = b; /[ab]/u')).toEqual([]);
});

test("what pdf.js's build for older browsers brings is allowed in it, and nowhere else", () => {
  expect(isAllowed('Math.sumPrecise', 'dist/assets/pdfjs-older-a1.js')).toBe(true);
  expect(isAllowed('Math.sumPrecise', 'dist/older-browsers/pdf.worker.min.mjs')).toBe(true);
  expect(isAllowed('Math.sumPrecise', 'dist/assets/pdfjs-newest-a1.js')).toBe(false);
  expect(isAllowed('Math.sumPrecise', 'dist/pdf.worker.min.mjs')).toBe(false);
  expect(isAllowed('Math.sumPrecise', 'dist/assets/viewer-a1.js')).toBe(false);
  expect(isAllowed('Math.sumPrecise', 'dist/assets/index-a1.js')).toBe(false);
});
