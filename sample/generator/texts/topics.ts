import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, type Topic, parseChapters, parseTopic } from './parse-topic.ts';
import { readSampleFile, sampleFolder } from './text-file.ts';
import type { Language } from './words.ts';

/** Every topic is written in English; some are in other languages, too. */
export function topicNames(): string[] {
  const files = readdirSync(join(sampleFolder, 'texts', 'topics', 'en'));
  return files.map((file) => file.replace(/\.md$/, '')).toSorted();
}

export function readTopic(language: Language, name: string): Topic {
  const file = `texts/topics/${language.toLowerCase()}/${name}.md`;
  return parseTopic(file, readSampleFile(file));
}

/** The chapters that end every standard: what the supplier owes whatever the subject. */
export function readClosingChapters(language: Language): Chapter[] {
  const file = `texts/closing/${language.toLowerCase()}.md`;
  return parseChapters(file, readSampleFile(file));
}
