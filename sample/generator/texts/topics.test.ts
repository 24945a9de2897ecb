import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHandbookText } from './handbook-text.ts';
import { sampleFolder } from './text-file.ts';
import { readClosingChapters, readTopic, topicNames } from './topics.ts';
import { isLanguage, readFigureWords, readWords } from './words.ts';

const folders = readdirSync(join(sampleFolder, 'texts', 'topics'));

test.each(folders)('every text in the folder %s can be read', (folder) => {
  const language = folder.toUpperCase();
  if (!isLanguage(language)) throw new Error(`${folder} is not named after a language.`);
  const names = readdirSync(join(sampleFolder, 'texts', 'topics', folder));
  for (const name of names) {
    expect(topicNames()).toContain(name.replace('.md', ''));
    expect(readTopic(language, name.replace('.md', '')).title).not.toBe('');
  }
  expect(readClosingChapters(language)[0]?.clauses[0]?.key).toBe('sample');
  expect(readWords(language).page).toContain('{page}');
  expect(readFigureWords(language).get('Stress')).toBeDefined();
});

test('the sheet of a grade in the handbook has a paragraph, two tables and a figure', () => {
  const { sheet } = readHandbookText();
  expect(sheet.map((block) => block.kind)).toEqual(['text', 'table', 'table', 'figure']);
});
