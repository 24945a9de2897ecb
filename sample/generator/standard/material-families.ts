import { numberIn, rangeIn, readTable } from '../texts/table-file.ts';

/** A family of metals, whose grades go from the first values to the last in equal steps. */
export type Family = {
  title: string;
  prefix: string;
  grades: number;
  /** The content in % of the first grade and of the last. */
  elements: { name: string; percent: Range }[];
  strengthMpa: Range;
  yieldShare: number;
  elongationPercent: Range;
  density: number;
  modulusGpa: number;
  use: string[];
};

export type Range = [first: number, last: number];

const columns = [
  'title',
  'prefix',
  'grades',
  'elements',
  'strength_mpa',
  'yield_share',
  'elongation_percent',
  'density',
  'modulus_gpa',
  'use',
] as const;

export function readFamilies(): Family[] {
  return readTable('texts/materials.csv', columns).map(({ line, cells }) => ({
    title: cells.title,
    prefix: cells.prefix,
    grades: numberIn(line, cells.grades),
    elements: cells.elements.split(', ').map((element) => {
      const [name = '', ...percent] = element.split(' ');
      return { name, percent: rangeIn(line, percent.join(' ')) };
    }),
    strengthMpa: rangeIn(line, cells.strength_mpa),
    yieldShare: numberIn(line, cells.yield_share),
    elongationPercent: rangeIn(line, cells.elongation_percent),
    density: numberIn(line, cells.density),
    modulusGpa: numberIn(line, cells.modulus_gpa),
    use: cells.use.split(', '),
  }));
}
