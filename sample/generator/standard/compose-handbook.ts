import { randomNumbers } from '../random.ts';
import { type HandbookText, readHandbookText } from '../texts/handbook-text.ts';
import { fillChoices, fillValues } from '../texts/placeholders.ts';
import { type Words, readWords } from '../texts/words.ts';
import { type StandardOptions, composeStandard } from './compose-standard.ts';
import { type Family, type Range, readFamilies } from './material-families.ts';
import type { Block, Section, Standard } from './standard.ts';

/** The longest document: rules on all subjects, then a page for every grade of every metal. */
export function composeHandbook(options: StandardOptions): Standard {
  const rules = composeStandard(options);
  const text = readHandbookText();
  const print = createSheetPrinter(text, readWords('EN'), {
    tables: countOf(rules.sections, 'table'),
    figures: countOf(rules.sections, 'figure'),
  });
  const families = readFamilies().map((family, at): Section => {
    const number = String(rules.sections.length + 1 + at);
    return {
      number,
      title: family.title,
      blocks: [textBlock(fillValues(text.family, { grades: family.grades }))],
      sections: Array.from({ length: family.grades }, (_, grade) =>
        print(family, grade, `${number}.${grade + 1}`),
      ),
      onNewPage: true,
    };
  });
  return { ...rules, sections: [...rules.sections, ...families] };
}

type Values = Record<string, string | number>;

/** Gives a function that prints one sheet after another and goes on counting tables and figures. */
function createSheetPrinter(
  text: HandbookText,
  words: Words,
  { tables, figures }: { tables: number; figures: number },
) {
  return (family: Family, at: number, number: string): Section => {
    const next = randomNumbers(family.prefix, at);
    const grade = gradeOf(family, at, next);
    const fill = (template: string, more: Values = {}) =>
      fillValues(
        fillChoices(template, (options) => options[Math.floor(next() * options.length)] ?? ''),
        { ...grade.values, ...more },
      );
    const rowsOf = (row: string[]) =>
      row.some((cell) => cell.includes('{element}'))
        ? elementsOf(family, at, next).map((values) => row.map((cell) => fill(cell, values)))
        : [row.map((cell) => fill(cell))];
    const blocks = text.sheet.map((block): Block => {
      switch (block.kind) {
        case 'table': {
          const { caption, head, rows } = block.table;
          return {
            kind: 'table',
            caption: `${words.table} ${++tables} – ${fill(caption)}`,
            head,
            rows: rows.flatMap(rowsOf),
          };
        }
        case 'figure': {
          const { caption, draw } = block.figure;
          return {
            kind: 'figure',
            caption: `${words.figure} ${++figures} – ${fill(caption)}`,
            draw,
            seed: grade.name,
            tensile: grade.tensile,
          };
        }
        default:
          return textBlock(fill(block.text));
      }
    });
    return { number, title: fill(text.sheetTitle), onNewPage: true, sections: [], blocks };
  };
}

function gradeOf(family: Family, at: number, next: () => number) {
  const between = ([first, last]: Range) => first + (last - first) * shareOf(family, at);
  const strengthMpa = Math.round((between(family.strengthMpa) * (0.98 + next() * 0.04)) / 5) * 5;
  const yieldMpa = Math.round((strengthMpa * (family.yieldShare + next() * 0.06)) / 5) * 5;
  const elongationPercent = Math.max(1, Math.round(between(family.elongationPercent)));
  const name = `${family.prefix} ${strengthMpa}-${String(at + 1).padStart(2, '0')}`;
  return {
    name,
    tensile: { yieldMpa, strengthMpa, elongationPercent },
    values: {
      name,
      use: family.use[at % family.use.length] ?? '',
      thinnest: 2 + (at % 4),
      thickest: 20 + 5 * (at % 9),
      strength: strengthMpa,
      yield: yieldMpa,
      elongation: elongationPercent,
      modulus: family.modulusGpa,
      density: family.density.toFixed(2),
      hardness: Math.round(strengthMpa * 0.295),
      fatigue: Math.round(strengthMpa * 0.045) * 10,
    },
  };
}

/** The composition: for every element the values of its row. */
function elementsOf(family: Family, at: number, next: () => number): Values[] {
  return family.elements.map(({ name, percent: [first, last] }) => {
    const change = (last - first) * shareOf(family, at) * (0.9 + next() * 0.2);
    const content = Math.max(0.004, first + change);
    const digits = content < 1 ? 3 : 2;
    return {
      element: name,
      least: (content * 0.85).toFixed(digits),
      most: (content * 1.15).toFixed(digits),
      deviation: (content * 0.04).toFixed(3),
    };
  });
}

/** 0 for the first grade of the family, 1 for the last. */
function shareOf(family: Family, at: number): number {
  return at / (family.grades - 1);
}

function textBlock(text: string): Block {
  return { kind: 'text', runs: [{ text }] };
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
