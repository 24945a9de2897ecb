import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Redline, RedlineSide } from '#contract/redline.ts';
import { revisionStatusNames } from '#contract/revision-words.ts';
import { documentName } from '../main/search-state.ts';
import { type ListArrangement, arranged, rowsOf } from './list/change-order.ts';
import { ChangeText, FurnitureText } from './list/change-row.tsx';
import styles from './printed.module.css';
import { picturesWords, verdictWords } from './verdict-words.ts';

type Props = { redline: Redline; arrangement: ListArrangement };

/** The whole list for the printer: on the screen, only what is in view exists. */
export function Printed({ redline, arrangement }: Props) {
  const printedAt = usePrinting();
  if (printedAt === null) return null;
  const shown = arranged(redline.changes, arrangement);
  const rows = rowsOf(shown, { ...arrangement, folded: new Set() }, redline.furniture);
  const left = redline.changes.length - shown.length;
  return (
    <article className={styles.printed}>
      <h1>What changed</h1>
      <Side name="From" side={redline.from} />
      <Side name="To" side={redline.to} />
      <p>Printed on {printedAt.toLocaleDateString('en-GB', { dateStyle: 'long' })}.</p>
      <p>
        {verdictWords(redline)} {picturesWords(redline)}{' '}
        {left > 0 && `${left} are not listed because their kinds are hidden.`}
      </p>
      {rows.map((row, at) => {
        // oxlint-disable react/no-array-index-key -- what is printed never changes
        if (row.type === 'part') {
          return (
            <h2 key={at}>
              {row.title} ({row.count})
            </h2>
          );
        }
        if (row.type === 'furniture') return <FurnitureText key={at} furniture={row.furniture} />;
        return (
          <div key={at} className={styles.change}>
            <span>{row.position}.</span>
            <div>
              <ChangeText change={row.change} />
            </div>
          </div>
        );
        // oxlint-enable react/no-array-index-key
      })}
    </article>
  );
}

function Side({ name, side }: { name: string; side: RedlineSide }) {
  return (
    <p className={styles.side}>
      {name}: <b>{documentName(side)}</b> ({revisionStatusNames[side.status]}), {side.doc_desc},{' '}
      {side.customer}
      <br />
      SHA-256 <code>{side.hash}</code>
    </p>
  );
}

/** Since when the page is being printed. The browser takes it as it is after `beforeprint`. */
export function usePrinting(): Date | null {
  const [since, setSince] = useState<Date | null>(null);
  useEffect(function followPrinting() {
    const ends = new AbortController();
    const { signal } = ends;
    const begin = () => flushSync(() => setSince(new Date()));
    window.addEventListener('beforeprint', begin, { signal });
    window.addEventListener('afterprint', () => setSince(null), { signal });
    return () => ends.abort();
  }, []);
  return since;
}
