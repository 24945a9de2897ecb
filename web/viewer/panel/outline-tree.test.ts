import { expect, test } from 'vitest';
import {
  type OutlineEntry,
  currentSection,
  filterSections,
  flatten,
  sectionsOf,
} from './outline-tree.ts';

// Only these fields are read here.
const item = (title: string, items: OutlineEntry[] = [], count?: number) =>
  ({ title, items, count }) as unknown as OutlineEntry;

const sections = sectionsOf([
  item('Scope'),
  item('Coating', [item('Thickness'), item('Adhesion')], -2),
  item('Tests', [item('Salt spray')]),
]);

test('a section that the PDF wants closed is folded', () => {
  expect(
    flatten(sections)
      .filter(({ isFolded }) => isFolded)
      .map(({ title }) => title),
  ).toEqual(['Coating']);
});

test('a filter keeps what matches, unfolded below what it is in', () => {
  const kept = filterSections(sections, ' ADHES ');
  expect(kept.map(({ title, isFolded }) => [title, isFolded])).toEqual([['Coating', false]]);
  expect(kept[0]?.sections.map(({ title }) => title)).toEqual(['Adhesion']);
  expect(filterSections(sections, 'rivet')).toEqual([]);
});

test('the current section begins on the page, or is the last before it', () => {
  const paged = sectionsOf([item('A', [item('A.1'), item('A.2')]), item('B'), item('Nowhere')]);
  for (const [at, page] of [1, 2, 2, 5, null].entries()) flatten(paged)[at]!.page = page;
  expect(currentSection(paged, 1, null)).toBe(0);
  expect(currentSection(paged, 2, null)).toBe(1);
  expect(currentSection(paged, 2, 2)).toBe(2);
  expect(currentSection(paged, 4, null)).toBe(2);
  expect(currentSection(paged, 9, 1)).toBe(3);
  expect(currentSection(sections, 3, null)).toBe(null);
});
