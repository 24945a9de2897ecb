import type {
  ContextPiece,
  Place,
  Redline,
  RedlineChange,
  RedlineSide,
} from '#contract/redline.ts';
import {
  changeWeights,
  effectOf,
  furnitureWords,
  kindWords,
  partTitle,
  summaryOf,
} from '#contract/redline-words.ts';
import { revisionStatusNames } from '#contract/revision-words.ts';
import { bold } from './fonts.ts';
import { colours, ReportPaper, utc } from './report-paper.ts';

const mostChanges = 3000;

const verdicts: Record<Redline['verdict'], string> = {
  identical: 'Both files are the same, byte for byte.',
  same_text: 'The text is the same; the files differ.',
  changed: 'The documents differ.',
  different: 'The documents have hardly anything in common, so single changes are not listed.',
};

/** The report: what was compared, when, and every change, what matters first. */
export async function reportPdf(redline: Redline, madeAt: Date): Promise<Buffer> {
  const { from, to } = redline;
  const report = new Report(`What changed: ${titleOf(from)} to ${titleOf(to)}`, madeAt);
  report.write('What changed', { font: bold, size: 18 });
  report.write(`Compared on ${utc(madeAt)}`, { colour: colours.quiet });
  report.sides(from, to);
  report.summary(redline);
  report.changes(redline.changes);
  return report.finish(`${titleOf(from)} → ${titleOf(to)}`, madeAt);
}

class Report extends ReportPaper {
  sides(from: RedlineSide, to: RedlineSide): void {
    for (const [name, side] of [
      ['Older', from],
      ['Newer', to],
    ] as const) {
      this.space(0.5);
      this.write(`${name}: ${titleOf(side)}`, { font: bold, size: 11 });
      this.write(side.doc_desc, { indent: 12 });
      const pages = side.page_sizes.reduce((sum, run) => sum + run.pages, 0);
      const language = side.language ?? 'none';
      const facts = `Customer: ${side.customer}   Language: ${language}   Revision: ${side.doc_rev} (${revisionStatusNames[side.status]})   Pages: ${pages}`;
      this.write(facts, { indent: 12 });
      this.write(`SHA-256: ${side.hash}`, { indent: 12, size: 8, colour: colours.quiet });
    }
    this.space(0.5);
  }

  summary(redline: Redline): void {
    this.rule();
    this.write(verdicts[redline.verdict], { font: bold });
    if (redline.changes.length > 0) this.write(summaryOf(redline.changes));
    if (redline.pages_by_picture > 0) {
      this.write(`Pages compared by their pictures: ${redline.pages_by_picture}`);
    }
    for (const { kind, from_text, to_text, pages } of redline.furniture) {
      this.write(`${furnitureWords[kind]}, on ${pages} ${pages === 1 ? 'page' : 'pages'}:`, {
        colour: colours.quiet,
      });
      this.pieces([
        { kind: 'deleted', text: from_text },
        { kind: 'same', text: from_text === '' || to_text === '' ? '' : ' ' },
        { kind: 'inserted', text: to_text },
      ]);
    }
  }

  changes(changes: readonly RedlineChange[]): void {
    let left = mostChanges;
    for (const weight of changeWeights) {
      const part = changes.filter((change) => change.weight === weight);
      if (part.length === 0 || left <= 0) continue;
      this.rule();
      this.write(`${partTitle(weight, part)} (${part.length})`, { font: bold, size: 11 });
      for (const change of part.slice(0, left)) this.#change(change);
      left -= part.length;
    }
    if (left < 0) this.write(`And ${-left} more, which the library shows.`, { font: bold });
  }

  #change(change: RedlineChange): void {
    this.keepTogether();
    const facts = [
      `${change.id}. ${kindWords[change.kind].name}`,
      change.clause ?? '',
      pagesOf(change),
      effectOf(change),
    ];
    const where = facts.filter((fact) => fact !== '').join(' · ');
    this.write(where, { colour: colours.quiet, size: 8.5 });
    const row: ContextPiece = { kind: 'same', text: change.row === null ? '' : `${change.row}: ` };
    const isPicture = change.weight === 'picture';
    const picture: ContextPiece = { kind: 'same', text: 'The picture differs here.' };
    this.pieces(isPicture ? [picture] : [row, ...change.context]);
  }
}

function titleOf({ doc_num, doc_rev, language }: RedlineSide): string {
  return `${doc_num}${language === null ? '' : ` (${language})`}, revision ${doc_rev}`;
}

function pagesOf({ from, to }: RedlineChange): string {
  return `page ${range(from)} → ${range(to)}`;
}

function range(places: readonly Place[]): string {
  const pages = places.map(({ page }) => page);
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  return first === last ? String(first) : `${first}–${last}`;
}
