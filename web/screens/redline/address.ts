import { type DocumentIdentity, noLanguage } from '#contract/file-name.ts';
import { pages } from '#contract/pages.ts';

/** `list` is beside the pages where there is room, and alone otherwise. */
export type RedlineView = 'list' | 'pages' | 'text';

/** What an address asks for: the names of both sides (redlineName), and what of them is shown. */
export type RedlineAddress = {
  from: string | null;
  to: string | null;
  view: RedlineView;
  /** The number of a change. */
  change: number | null;
};

export type Document = DocumentIdentity & { customer: string };

export function askedOf(params: URLSearchParams): RedlineAddress {
  const view = params.get('view');
  return {
    from: params.get('from') || null,
    to: params.get('to') || null,
    view: view === 'pages' || view === 'text' ? view : 'list',
    change: numberIn(params, 'change'),
  };
}

/** A number from 1; null: there is none. */
export function numberIn(params: URLSearchParams, name: string): number | null {
  const number = Number(params.get(name));
  return Number.isInteger(number) && number > 0 ? number : null;
}

export function redlineAddress({ from, to, view, change }: RedlineAddress): string {
  const params = new URLSearchParams();
  if (from !== null) params.set('from', from);
  if (to !== null) params.set('to', to);
  if (view !== 'list') params.set('view', view);
  if (change !== null) params.set('change', String(change));
  return params.size === 0 ? pages.redline : `${pages.redline}?${params}`;
}

/**
 * The document that a side's name means. Null where that is not certain: a number may hold the sign
 * that separates the parts, and then only the server knows.
 */
export function documentOfName(name: string): Document | null {
  const parts = /^(.+)\.pdf$/s.exec(name)?.[1]?.split('_').map(decoded) ?? [];
  const [customer, doc_num, language, doc_rev] = parts;
  if (parts.length !== 4 || customer === undefined || doc_num === undefined) return null;
  if (language === undefined || doc_rev === undefined) return null;
  return { customer, doc_num, language: language === noLanguage ? null : language, doc_rev };
}

/** A side's name for people, as long as nothing better is known. */
export function wordsOfName(name: string): string {
  const document = documentOfName(name);
  if (document === null) return decoded(name.replace(/\.pdf$/, '').replaceAll('_', ' · '));
  const { doc_num, language, doc_rev } = document;
  return `${doc_num} · ${language ?? noLanguage} · Rev. ${doc_rev}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
}
