import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { testChromium } from '../tools/chromium.ts';
import type { Block } from './edited-texts.ts';

// Prints texts by programs that are not ours: Chromium and groff, in several layouts.

export type Layout = {
  name: string;
  by: 'chromium' | 'groff';
  paper: 'A4' | 'Letter';
  columns: 1 | 2;
  font: string;
  points: number;
  /** Words may be broken at the ends of lines. */
  hyphenates: boolean;
  /** Captions have letters set apart, and code has a frame that is painted by itself. */
  isDecorated: boolean;
};

const plain = { by: 'chromium', columns: 1, hyphenates: false, isDecorated: false } as const;

export const layouts = {
  a4: { ...plain, name: 'Chromium A4', paper: 'A4', font: 'Liberation Serif', points: 11 },
  letter: {
    ...plain,
    name: 'Chromium Letter',
    paper: 'Letter',
    font: 'Liberation Sans',
    points: 9.5,
    isDecorated: true,
  },
  columns: {
    ...plain,
    name: 'Chromium two columns',
    paper: 'A4',
    columns: 2,
    font: 'Liberation Serif',
    points: 10,
  },
  broken: {
    ...plain,
    name: 'Chromium two columns, justified',
    paper: 'Letter',
    columns: 2,
    font: 'Liberation Sans',
    points: 9,
    hyphenates: true,
    isDecorated: true,
  },
  groff: {
    ...plain,
    name: 'groff A4',
    by: 'groff',
    paper: 'A4',
    font: 'T',
    points: 11,
    hyphenates: true,
  },
  groffColumns: {
    ...plain,
    name: 'groff two columns',
    by: 'groff',
    paper: 'Letter',
    columns: 2,
    font: 'H',
    points: 9,
    hyphenates: true,
  },
} satisfies Record<string, Layout>;

/** Whether a program is missing; where NOTHING_SKIPPED is set, as in CI, its tests fail instead. */
export const cannotPrint =
  (!hasGroff() || testChromium().executablePath === undefined) &&
  process.env['NOTHING_SKIPPED'] === undefined;

export function hasGroff(): boolean {
  return existsSync('/usr/share/groff/current/font/devpdf');
}

/** Prints one text after the other; the browser is started once. */
export class Printer {
  #browser: Promise<Browser> | null = null;

  async print(blocks: readonly Block[], layout: Layout): Promise<Buffer> {
    if (layout.by === 'groff') return byGroff(blocks, layout);
    this.#browser ??= chromium.launch(testChromium());
    const page = await (await this.#browser).newPage();
    await page.setContent(htmlOf(blocks, layout));
    const small = 'font-size: 8px; width: 100%; text-align: center';
    const pdf = await page.pdf({
      format: layout.paper,
      margin: { top: '22mm', bottom: '22mm', left: '18mm', right: '18mm' },
      displayHeaderFooter: true,
      headerTemplate: `<div style="${small}">Nordwerk AM-100</div>`,
      footerTemplate: `<div style="${small}">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>`,
      outline: true,
      tagged: true,
    });
    await page.close();
    return pdf;
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
  }
}

function htmlOf(blocks: readonly Block[], layout: Layout): string {
  const { font, points, columns, hyphenates, isDecorated } = layout;
  const css = [
    `body { font: ${points}pt/1.3 '${font}'; margin: 0; columns: ${columns}; column-gap: 7mm; text-align: ${hyphenates ? 'justify' : 'left'} }`,
    `pre { font: ${points - 1}pt 'Liberation Mono'; white-space: pre-wrap; ${isDecorated ? 'border: 1px solid; overflow: hidden; padding: 2mm; position: relative' : ''} }`,
    `caption { text-align: left; ${isDecorated ? 'letter-spacing: .3em' : ''} }`,
    'table { border-collapse: collapse; width: 100% } td { padding: 1mm 2mm; vertical-align: top; text-align: left }',
    'h1 { font-size: 1.4em } h2 { font-size: 1.15em } .note { font-size: .8em } .item { display: flex; gap: 4mm }',
  ];
  const text = (one: string) =>
    withRaised(escaped(hyphenates ? softened(one) : one), '<sup>', '</sup>');
  const body = blocks.map((block) => {
    if (block.kind === 'heading')
      return `<h${block.level}>${block.number} ${text(block.text)}</h${block.level}>`;
    if (block.kind === 'item')
      return `<div class="item"><span>${block.marker}</span><span>${text(block.text)}</span></div>`;
    if (block.kind === 'code') return `<pre>${escaped(block.lines.join('\n'))}</pre>`;
    if (block.kind === 'footnote') return `<p class="note">${text(block.text)}</p>`;
    if (block.kind === 'paragraph') return `<p>${text(block.text)}</p>`;
    const rows = block.rows.map(
      (row) => `<tr>${row.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`,
    );
    return `<table><caption>${escaped(block.caption)}</caption>${rows.join('')}</table>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>AM-100</title><style>${css.join('\n')}</style>${body.join('\n')}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const softened = (text: string) => text.replaceAll(/\p{L}{4}(?=\p{L}{4})/gu, '$&\u00AD');
const withRaised = (text: string, before: string, after: string) =>
  text.replaceAll('²', `${before}2${after}`);

function byGroff(blocks: readonly Block[], layout: Layout): Buffer {
  return printByGroff(groffOf(blocks, layout), layout);
}

/** Prints a text with the macros of groff's ms. */
export function printByGroff(input: string, layout: Pick<Layout, 'paper' | 'font'>): Buffer {
  const size = layout.paper === 'A4' ? '-P-pa4' : '-P-pletter';
  const { stdout, stderr, status } = spawnSync(
    'groff',
    [
      '-Kutf8', // whatever the locale
      '-t',
      '-ms',
      '-Tpdf',
      size,
      `-d paper=${layout.paper.toLowerCase()}`,
      `-f${layout.font}`,
    ],
    { input, maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`groff failed: ${String(stderr)}`);
  return stdout;
}

function groffOf(blocks: readonly Block[], { points, columns, paper }: Layout): string {
  const width = paper === 'A4' ? '17c' : '17.5c';
  const text = (one: string) =>
    withRaised(one.replaceAll('\\', '\\e').replaceAll('-', '\\-'), '\\s-3\\u', '\\d\\s+3').replace(
      /^[.']/,
      '\\&$&',
    );
  const body = blocks.flatMap((block): string[] => {
    if (block.kind === 'heading') return ['.SH', `${block.number} ${text(block.text)}`];
    if (block.kind === 'item') return [`.IP "${block.marker}" 4n`, text(block.text)];
    if (block.kind === 'code') return ['.DS L', '.ft CR', ...block.lines.map(text), '.ft', '.DE'];
    if (block.kind === 'footnote') return ['.LP', '.ps -2', text(block.text), '.ps +2'];
    if (block.kind === 'paragraph') return ['.LP', text(block.text)];
    const rows = block.rows.map((row) =>
      row.map((cell, at) => (at === 3 ? `T{\n${text(cell)}\nT}` : text(cell))).join('\t'),
    );
    return ['.LP', text(block.caption), '.TS', 'l l l lw(2.6c).', ...rows, '.TE'];
  });
  return [
    `.nr PO 2c`,
    `.nr LL ${width}`,
    `.nr PS ${points}`,
    `.nr VS ${points + 2.5}`,
    '.ds LH',
    '.ds CH Nordwerk AM\\-100',
    '.ds RH',
    '.ds CF Page \\\\n[PN]',
    '.LP',
    ...(columns === 2 ? ['.2C'] : []),
    ...body,
    '',
  ].join('\n');
}
