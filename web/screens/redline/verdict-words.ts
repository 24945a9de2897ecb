import type { Redline } from '#contract/redline.ts';
import { summaryOf } from '#contract/redline-words.ts';
import { isHeavy } from './list/change-order.ts';

/** What came of the comparison, in one or two sentences. */
export function verdictWords({ verdict, changes, furniture }: Redline): string {
  if (verdict === 'identical') {
    return 'Both files are the same, byte for byte. Nothing changed.';
  }
  const heavy = furniture.filter(({ weight }) => isHeavy(weight));
  if (verdict === 'changed' && changes.length + heavy.length === 0 && furniture.length > 0) {
    return 'Only headers, footers or watermarks changed. The rest of the text is the same, word for word.';
  }
  if (verdict === 'same_text') {
    return 'The text is the same, word for word. The files differ in other ways: in layout, pictures or data about the file.';
  }
  if (verdict === 'different') {
    return 'The two documents have little in common. One may be a different document. Read them side by side.';
  }
  return summaryOf([...changes, ...heavy]);
}

/** What was compared otherwise than by its words; null where nothing was. */
export function picturesWords({ pages_by_picture: pages }: Redline): string | null {
  if (pages === 0) return null;
  return pages === 1
    ? '1 page has no text; its picture was compared.'
    : `${pages} pages have no text; their pictures were compared.`;
}
