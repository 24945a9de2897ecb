import { chances } from '../chance.ts';
import { type Family, families } from '../../material-families.ts';
import { type StandardOptions, composeStandard } from './compose-standard.ts';
import type { Block, Section, Standard } from './standard.ts';
import { wordsIn } from '../../words.ts';

/** The thick one: rules from all subjects, then a sheet a page for every grade. */
export function composeHandbook(options: StandardOptions): Standard {
  const rules = composeStandard(options);
  const count = {
    table: countOf(rules.sections, 'table'),
    figure: countOf(rules.sections, 'figure'),
  };
  const sheets = families.map((family, at): Section => {
    const number = String(rules.sections.length + 1 + at);
    return {
      number,
      title: family.title,
      blocks: [{ kind: 'text', runs: [{ text: familyText(family) }] }],
      sections: Array.from({ length: family.grades }, (_, grade) =>
        gradeSheet(family, grade, `${number}.${grade + 1}`, count),
      ),
      onNewPage: true,
    };
  });
  return { ...rules, sections: [...rules.sections, ...sheets] };
}

function familyText(family: Family): string {
  return `This part holds ${family.grades} grades. Values are the least of ten melts from at least three mills, at room temperature, in the direction of rolling or of the greatest strain. For fatigue and for temperatures above 100 °C ask materials engineering.`;
}

function gradeSheet(
  family: Family,
  at: number,
  number: string,
  count: { table: number; figure: number },
): Section {
  const next = chances(family.prefix, at);
  const share = at / (family.grades - 1);
  const between = ([first, last]: [number, number]) => first + (last - first) * share;
  const strengthMpa = Math.round((between(family.strengthMpa) * (0.98 + next() * 0.04)) / 5) * 5;
  const yieldMpa = Math.round((strengthMpa * (family.yieldShare + next() * 0.06)) / 5) * 5;
  const elongationPercent = Math.max(1, Math.round(between(family.elongationPercent)));
  const name = `${family.prefix} ${strengthMpa}-${String(at + 1).padStart(2, '0')}`;
  const words = wordsIn.EN;
  const text = (line: string): Block => ({ kind: 'text', runs: [{ text: line }] });
  const table = (caption: string, head: string, rows: string[][]): Block => ({
    kind: 'table',
    caption: `${words.table} ${++count.table} – ${caption}`,
    head: head.split(';'),
    rows,
  });
  const use = family.use[at % family.use.length];
  return {
    number,
    title: `${name}, for ${use}`,
    onNewPage: true,
    sections: [],
    blocks: [
      text(
        `${name} is released for ${use} with walls of ${2 + (at % 4)} to ${20 + 5 * (at % 9)} mm. It is delivered as ${['bar', 'plate', 'forging', 'strip', 'casting'][Math.floor(next() * 5)]} with an inspection certificate of type 3.1.`,
      ),
      table(
        'Composition in % by mass',
        'Element;Minimum;Maximum;Deviation of the piece',
        family.elements.map(([element, first, last]) => {
          const content = Math.max(0.004, first + (last - first) * share * (0.9 + next() * 0.2));
          const digits = content < 1 ? 3 : 2;
          return [
            element,
            (content * 0.85).toFixed(digits),
            (content * 1.15).toFixed(digits),
            `± ${(content * 0.04).toFixed(3)}`,
          ];
        }),
      ),
      table('Mechanical and physical properties', 'Property;Symbol;Value;Unit', [
        ['Tensile strength', 'Rm', String(strengthMpa), 'MPa'],
        ['Yield strength', 'Re', String(yieldMpa), 'MPa'],
        ['Elongation at break', 'A', String(elongationPercent), '%'],
        ['Modulus of elasticity', 'E', String(family.modulusGpa), 'GPa'],
        ['Density', 'ρ', family.density.toFixed(2), 'g/cm³'],
        ['Hardness', 'HBW', String(Math.round(strengthMpa * 0.295)), '–'],
        [
          'Fatigue strength, 10 million cycles',
          'σw',
          String(Math.round(strengthMpa * 0.045) * 10),
          'MPa',
        ],
      ]),
      {
        kind: 'figure',
        caption: `${words.figure} ${++count.figure} – Tensile curve of ${name}`,
        draw: 'stress-strain',
        seed: name,
        tensile: { yieldMpa, strengthMpa, elongationPercent },
      },
    ],
  };
}

function countOf(sections: Section[], kind: Block['kind']): number {
  return sections.reduce(
    (sum, section) =>
      sum +
      section.blocks.filter((block) => block.kind === kind).length +
      countOf(section.sections, kind),
    0,
  );
}
