import { expect, test } from 'vitest';
import { parseChapters, parseTopic } from './parse-topic.ts';
import { readSampleFile } from './text-file.ts';

const frontMatter = '---\ntitle: Seals\nreferences:\n- ISO 3601-1\nterms:\n- lip: an edge\n---\n';

test('a topic is read with its scope, chapters, clauses, figures and tables', () => {
  const content = `${frontMatter}
For seals up to {150 / 180} °C.

## Materials

### Compounds [compounds]

Only those of [table] and [figure].

- first item
- second item
> a note

Figure (stress-strain, yield 4 MPa, strength 14 MPa, elongation 260 %): Tensile test

Table: Compounds

| Code | Hardness  |
| ---- | --------- |
| N70  | {70 / 72} |
| F75  |           |

### Storage

As in [compounds].
`;
  expect(parseTopic('seals.md', content)).toEqual({
    title: 'Seals',
    references: ['ISO 3601-1'],
    terms: ['lip: an edge'],
    scope: [{ kind: 'text', text: 'For seals up to {150 / 180} °C.' }],
    chapters: [
      {
        title: 'Materials',
        clauses: [
          {
            title: 'Compounds',
            key: 'compounds',
            text: [
              { kind: 'text', text: 'Only those of [table] and [figure].' },
              { kind: 'item', text: 'first item' },
              { kind: 'item', text: 'second item' },
              { kind: 'note', text: 'a note' },
            ],
            figure: {
              draw: 'stress-strain',
              caption: 'Tensile test',
              tensile: { yieldMpa: 4, strengthMpa: 14, elongationPercent: 260 },
            },
            table: {
              caption: 'Compounds',
              head: ['Code', 'Hardness'],
              rows: [
                ['N70', '{70 / 72}'],
                ['F75', ''],
              ],
            },
          },
          { title: 'Storage', text: [{ kind: 'text', text: 'As in [compounds].' }] },
        ],
      },
    ],
  });
});

test('a file with the line ends of Windows reads the same', () => {
  const content = `${frontMatter}\nScope.\n\n## A\n\n### B\n\nText.\n`;
  expect(parseTopic('a.md', content.replaceAll('\n', '\r\n'))).toEqual(parseTopic('a.md', content));
});

test('the example in the README of the texts can be read', () => {
  const [, example = ''] = /```\n(.*?)```/s.exec(readSampleFile('texts/README.md')) ?? [];
  expect(parseTopic('example.md', example).chapters[0]?.clauses).toHaveLength(2);
});

test.each([
  ['title: Seals\n', 1, 'A topic begins with its title between two "---".'],
  [
    '---\ntitle: Seals\nauthor: me\n---\n',
    3,
    'Known are "title: …", "references:", "terms:" and "- item".',
  ],
  ['---\ntitle: Seals\n---\n\n## A\n\n### B\n\nText.\n', 1, 'There is no "references".'],
  [`${frontMatter}\nScope.\n`, 1, 'There is no chapter.'],
  [`${frontMatter}\nSee [table].\n`, 9, '[table] leads to nothing here.'],
])('a mistake in a topic is named with its line: %j', (content, number, problem) => {
  expect(() => parseTopic('a.md', content)).toThrow(`sample/a.md, line ${number}: ${problem}`);
});

test.each([
  ['Text.\n', 1, 'A text needs a heading above it.'],
  ['# A\n', 1, 'A heading is "## Chapter" or "### Clause [key]".'],
  ['### B\n\nText.\n', 1, 'A clause needs a chapter ("## Title") above it.'],
  ['## A\n\nText.\n', 3, 'A text needs a clause ("### Title") above it.'],
  ['## A [a]\n', 1, 'Only a clause has a key.'],
  ['## A\n\n### {B / C}\n\nText.\n', 3, 'A heading has no choices.'],
  ['## A\n\n### B [b]\n\nText.\n\n### C [b]\n', 7, '[b] already has a meaning in this file.'],
  ['## A\n\n### B [table]\n\nText.\n', 3, '[table] already has a meaning in this file.'],
  ['## A\n\n### B\n', 3, 'A clause has at least one paragraph.'],
])('a mistake in the order of headings is named with its line: %j', (content, number, problem) => {
  expect(() => parseChapters('a.md', content)).toThrow(`sample/a.md, line ${number}: ${problem}`);
});

const clause = '## A\n\n### B\n\n';
const tableHead = 'Table: T\n\n| a | b |\n| - | - |\n';

test.each([
  ['One\ntwo.\n', 6, 'A paragraph is one line, with an empty line before it.'],
  [' - item\n', 5, '" - item" does not begin any kind of line.'],
  ['* item\n', 5, '"* item" does not begin any kind of line.'],
  ['Table : T\n', 5, '"Table : T" does not begin any kind of line.'],
  ['See [figure].\n', 5, '[figure] leads to nothing here.'],
  ['See [elsewhere].\n', 5, '[elsewhere] leads to nothing here.'],
  ['At {5} mm.\n', 5, '{5} is not a choice such as {8 / 10}.'],
  ['At {5 / } mm.\n', 5, '{5 / } is not a choice such as {8 / 10}.'],
  ['At {5 / 6 mm.\n', 5, 'A brace is opened and not closed, or the other way round.'],
  ['Text.\n\nFigure (shaft) Caption\n', 7, 'A figure is "Figure (name): caption".'],
  ['Text.\n\nFigure (boat): Caption\n', 7, 'There is no figure "boat".'],
  ['Text.\n\n| a | b |\n', 7, 'A row needs a line "Table: caption" above its table.'],
  [`Text.\n\n${tableHead}`, 7, 'A table has a head, a row of dashes and at least one more row.'],
  [`Text.\n\n${tableHead}| 1 |\n`, 11, 'The row has 1 cells, the head has 2.'],
  [`Text.\n\n${tableHead}| 1 | 2\n`, 11, 'A row ends with "|".'],
  [
    `Text.\n\n${tableHead}| 1 | 2 |\n\nFigure (shaft): Caption\n`,
    7,
    'Paragraphs come first, then one figure, then one table.',
  ],
])('a mistake in a clause is named with its line: %j', (text, number, problem) => {
  expect(() => parseChapters('a.md', clause + text)).toThrow(
    `sample/a.md, line ${number}: ${problem}`,
  );
});
