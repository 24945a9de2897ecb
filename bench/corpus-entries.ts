import type { EntryFields } from '#contract/entry.ts';
import { randomNumbersFrom } from '../test/random.ts';

/** The size of a large company's library; `largest` are the entries of the largest customer. */
export const corpusSize = { customers: 10_000, entries: 1_000_000, largest: 20_000 } as const;

export type CorpusEntry = EntryFields & { user: string; createdAt: string; modifiedAt: string };

/** 10,000 customer names, the largest customer's first; the same ones every time. */
export function customerNames(): string[] {
  const names: string[] = [];
  for (let index = 0; index < corpusSize.customers; index++) {
    const first = at(firstNames, index);
    const trade = at(trades, Math.floor(index / firstNames.length));
    const region = at(regions, Math.floor(index / (firstNames.length * trades.length)));
    names.push(`${first} ${trade} ${region}`.trim());
  }
  if (new Set(names).size !== names.length) throw new Error('Two customers share a name.');
  return names;
}

/** How many entries each customer has: a power law, from the largest down, to the exact total. */
export function entryCounts(): number[] {
  let [slow, fast] = [0, 2];
  for (let step = 0; step < 60; step++) {
    const middle = (slow + fast) / 2;
    if (sum(countsFalling(middle)) > corpusSize.entries) slow = middle;
    else fast = middle;
  }
  const counts = countsFalling(fast);
  const missing = corpusSize.entries - sum(counts);
  return counts.map((count, index) => (index > 0 && index <= missing ? count + 1 : count));
}

/** A customer's entries: numbers of its own, in a few languages and revisions. */
export function* entriesOf(customer: string, index: number, count: number): Generator<CorpusEntry> {
  const random = randomNumbersFrom(index + 1);
  const prefix = `${customer.replace(/[^A-Z]/g, '')}${index}`;
  for (let number = 1; number <= count; number++) {
    const doc_desc =
      `${pick(processes, random)} ${pick(parts, random)}, ${pick(aspects, random)} ` +
      `${pick(classes, random)} ${1 + Math.floor(random() * 40)}`;
    const createdMs = Date.UTC(2012, 0, 1) + Math.floor(random() * 12 * 365 * 86_400) * 1000;
    const modifiedMs = createdMs + Math.floor(random() ** 3 * 700 * 86_400) * 1000;
    yield {
      customer,
      doc_num: `${prefix}-${String(Math.ceil(number / 2)).padStart(5, '0')}`,
      doc_desc,
      language:
        number % 2 === 0 ? pick(['DE', 'JA', 'FR', 'ZH'], random) : pick(['EN', null], random),
      doc_rev: pick(['1', '2', '3', 'A', 'B', 'C', '2019-04'], random),
      user: pick(users, random),
      createdAt: new Date(createdMs).toISOString(),
      modifiedAt: new Date(modifiedMs).toISOString(),
    };
  }
}

function countsFalling(steepness: number): number[] {
  return Array.from({ length: corpusSize.customers }, (_, index) =>
    Math.max(1, Math.floor(corpusSize.largest / (index + 1) ** steepness)),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function pick<T>(from: readonly T[], random: () => number): T {
  return at(from, Math.floor(random() * from.length));
}

function at<T>(from: readonly T[], index: number): T {
  const found = from[index % from.length];
  if (found === undefined) throw new Error('There is nothing to take from.');
  return found;
}

const words = (text: string) => text.split(', ');
const firstNames = words(
  'Aurora, Borealis, Cascade, Delta, Ember, Falcon, Granite, Harbour, Iris, Juniper, Kestrel, ' +
    'Lumen, Meridian, Northgate, Orchard, Pinnacle, Quarry, Ridge, Summit, Tidewater, Umbra, ' +
    'Vector, Willow, Zephyr, Alder',
);
const trades = words(
  'Motors, Aerospace, Rail, Marine, Turbines, Tractors, Hydraulics, Bearings, Castings, Electric, ' +
    'Castellan Works, Fasteners, Gears, Instruments, Lighting, Machines, Optics, Pumps, Robotics, Valves',
);
const regions = [
  '',
  ...words('North, South, East, West, Nordic, Iberia, Alpine, Pacific, Atlantic, Baltic'),
];
for (let plant = 1; regions.length < 20; plant++) regions.push(`Plant ${plant}`);
const processes = words(
  'Zinc plating of, Heat treatment of, Surface roughness of, Hardness testing of, Cathodic dip coating of, ' +
    'Weld inspection of, Dimensional control of, Cleanliness of, Corrosion protection of, Packaging of',
);
const parts = words(
  'steel fasteners, aluminium housings, cast brackets, forged shafts, rubber seals, wiring harnesses, ' +
    'gear wheels, brake discs, sheet metal parts, plastic covers, hydraulic hoses, copper terminals',
);
const aspects = words(
  'delivery condition, type approval, series supply, first sample, test method, drawing rules',
);
const classes = words('class, group, stage, level');
const users = words('jsmith, mgarcia, tanaka, kowalski, dubois');
