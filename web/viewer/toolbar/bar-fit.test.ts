import { expect, test } from 'vitest';
import { fitGroups } from './bar-fit.ts';

const group = (rank: number, count = 1, readout?: string) => ({
  rank,
  commands: Array.from({ length: count }, () => null),
  ...(readout === undefined ? {} : { readout }),
});
const [panel, zoom, fit, find, download] = [
  group(4),
  group(2, 2, '3.0'),
  group(5, 2),
  group(3),
  group(1),
];
const groups = [panel, zoom, fit, find, download];
// Two fixed tools and the page number take 200, all groups 7 × 50 + 30.
const sizes = { tool: 50, page: 100, readout: 30 };
const fitAt = (bar: number) => fitGroups(groups, { ...sizes, bar });

test('a wide toolbar shows every group, without a menu', () => {
  expect(fitAt(580)).toEqual({ shown: groups, hidden: [], cramped: false, titleFits: false });
});

test('what does not fit goes into the menu, the least important first, and makes room for it', () => {
  expect(fitAt(579).hidden).toEqual([fit]);
  expect(fitAt(530).hidden).toEqual([fit]);
  expect(fitAt(529).hidden).toEqual([panel, fit]);
  expect(fitAt(480).hidden).toEqual([panel, fit]);
  expect(fitAt(479).hidden).toEqual([panel, fit, find]);
});

test('a small group is not shown in the place of a more important one', () => {
  // 50 are left beside the download and the menu: enough for find, but zoom comes before it.
  expect(fitAt(350).shown).toEqual([download]);
});

test('the page number is broken only when nothing else can give way', () => {
  expect(fitAt(250)).toMatchObject({ shown: [], cramped: false });
  expect(fitAt(249)).toMatchObject({ shown: [], cramped: true });
});

test('a title is shown in the room that all groups leave', () => {
  expect(fitAt(980).titleFits).toBe(true);
  expect(fitAt(979).titleFits).toBe(false);
});
