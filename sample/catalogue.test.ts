import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entryFaults, tidyEntry } from '#contract/entry.ts';
import { fileNameKey, pdfFileName, shortPdfFileName, uniqueKey } from '#contract/file-name.ts';
import { sampleDocuments, sampleEntries, sampleFiles } from './catalogue.ts';

const entries = sampleEntries();
const numbers = entries.map((entry) => entry.doc_num);

test('the sample library has eight customers and 76 entries', () => {
  expect(new Set(entries.map((entry) => entry.customer)).size).toBe(8);
  expect(entries).toHaveLength(76);
});

test('every sample entry is one a librarian could save', () => {
  for (const { customer, doc_num, doc_desc, language, doc_rev } of entries) {
    const entry = { customer, doc_num, doc_desc, language, doc_rev };
    expect(entryFaults(entry)).toEqual([]);
    expect(tidyEntry({ ...entry, language: language ?? '' })).toEqual(entry);
  }
});

test('a customer has an entry once', () => {
  const keys = entries.map((entry) => `${entry.customer}\n${uniqueKey(entry)}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('two entries share a file name only when they are the same standard', () => {
  const owners = new Map<string, string>();
  for (const entry of entries) {
    const key = fileNameKey(pdfFileName(entry));
    expect(owners.get(key) ?? uniqueKey(entry)).toBe(uniqueKey(entry));
    owners.set(key, uniqueKey(entry));
  }
  const shared = entries.filter((entry) => entry.doc_num === 'JSC-1003');
  expect(shared.map((entry) => entry.customer)).toEqual([
    'Norvanta Automotive',
    'Ackerhold Landtechnik',
  ]);
});

test('a short file name means one document only', () => {
  const short = entries.filter((entry) => entry.file !== null && entry.file !== pdfFileName(entry));
  expect(short.map((entry) => entry.doc_num)).toEqual(['FJ#2310', 'AHN 12.101']);
  for (const entry of short) {
    expect(entry.file).toBe(shortPdfFileName(entry));
    const sameRevision = entries.filter(
      (other) => other.doc_num === entry.doc_num && other.doc_rev === entry.doc_rev,
    );
    expect(sameRevision).toEqual([entry]);
  }
});

test('the sample library has what is hard to name, find and show', () => {
  expect(numbers.some((doc_num) => doc_num.includes('/'))).toBe(true);
  expect(numbers.some((doc_num) => doc_num.includes('#'))).toBe(true);
  expect(numbers.some((doc_num) => doc_num.includes(' '))).toBe(true);
  expect(entries.filter((entry) => entry.language === null)).toHaveLength(3);
  expect(new Set(entries.map((entry) => entry.language))).toEqual(
    new Set(['EN', 'DE', 'FR', 'ES', 'JA', null]),
  );
  expect(entries.filter((entry) => uniqueKey(entry).startsWith('NV 50180_EN_'))).toHaveLength(4);
  expect(entries.filter((entry) => entry.file === null)).toHaveLength(9);
});

test('an entry is filed after its issue and never modified before it was created', () => {
  for (const entry of entries) {
    expect(entry.created_at > entry.issued).toBe(true);
    expect(entry.modified_at >= entry.created_at).toBe(true);
    expect(entry.modified_at < '2026-11-15').toBe(true);
  }
});

test('every PDF of the catalogue is there, and no other', () => {
  expect(readdirSync(sampleDocuments).toSorted()).toEqual([...sampleFiles().keys()].toSorted());
});
