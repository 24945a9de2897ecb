import { type Block, type Section, sectionsIn, type Standard } from './standard.ts';

/**
 * A revision of the sample that changes more than values, so that "What changed" has something to show:
 * NV 50180 asks for stronger fasteners from its fourth issue on, and has a system, a clause and a place
 * of one paragraph that are new.
 */
export function withRewrittenIssue(standard: Standard): Standard {
  if (standard.doc_num !== 'NV 50180' || standard.language !== 'EN') return standard;
  const isRewritten = Number(standard.doc_rev) >= 4;
  const sections = structuredClone(standard.sections);
  const clause = (title: string) => requireSection(sections, title);
  const classes = isRewritten ? '10.9' : '8.8';
  clause('Thickness').blocks.push(
    text(`Fasteners of property class ${classes} and above are measured on the head as well.`),
  );
  if (!isRewritten) return { ...standard, sections };

  const table = clause('Choice of the system').blocks.find((block) => block.kind === 'table');
  table?.rows.splice(3, 0, [
    'ZF2',
    'Zinc flake, three layers with topcoat',
    '12 to 16',
    '–',
    '1000',
  ]);
  const requirements = clause('Requirements');
  requirements.sections.push({
    number: `${requirements.number}.${requirements.sections.length + 1}`,
    title: 'Coefficient of friction',
    blocks: [
      text(
        'Coated threads shall reach a coefficient of friction of 0.09 to 0.14 at the first tightening. The supplier shall show it for each system with twelve screws of one batch, and shall not mix lubricants within a delivery.',
      ),
    ],
    sections: [],
  });
  const appearance = clause('Appearance');
  const bloom = appearance.blocks.findIndex((block) => wordsOf(block).startsWith('White bloom'));
  clause('Testing in production').blocks.push(...appearance.blocks.splice(bloom, 1));
  const revisions = standard.revisions.map((revision) =>
    revision.doc_rev === standard.doc_rev
      ? {
          ...revision,
          change: `${revision.change} New: system ZF2, ${requirements.number}.${requirements.sections.length}.`,
        }
      : revision,
  );
  return { ...standard, sections, revisions };
}

function text(words: string): Block {
  return { kind: 'text', runs: [{ text: words }] };
}

function wordsOf(block: Block): string {
  return 'runs' in block ? block.runs.map((run) => run.text).join('') : '';
}

function requireSection(sections: Section[], title: string): Section {
  for (const { section } of sectionsIn(sections)) if (section.title === title) return section;
  throw new Error(`NV 50180 has no clause "${title}".`);
}
