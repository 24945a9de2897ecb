import type { KeyboardEvent } from 'react';
import type { ContextPiece, FurnitureChange, RedlineChange } from '#contract/redline.ts';
import { effectOf, furnitureWords, kindWords } from '#contract/redline-words.ts';
import styles from './change-row.module.css';
import { pagesOf, shortened } from './change-words.ts';

type Props = {
  change: RedlineChange;
  /** The Tab key stops here. */
  isStop: boolean;
  isCurrent: boolean;
  choose: (id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A change in the list; choosing it shows its place. */
export function ChangeButton({ change, isStop, isCurrent, choose, onKeyDown }: Props) {
  return (
    <button
      type="button"
      className={styles.change}
      tabIndex={isStop ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => choose(change.id)}
      onKeyDown={onKeyDown}
    >
      <ChangeText change={change} />
    </button>
  );
}

/** Kind, clause, page and sentence of a change. */
export function ChangeText({ change }: { change: RedlineChange }) {
  const { kind, clause } = change;
  const { name, sign } = kindWords[kind];
  const effect = effectOf(change);
  return (
    <>
      <span className={styles.facts}>
        <span className={styles.kind} data-kind={kind}>
          <span aria-hidden className={styles.sign}>
            {sign}
          </span>
          {name}
        </span>{' '}
        {effect !== '' && <span className={styles.effect}>{effect}</span>}{' '}
        {clause !== null && <span className={styles.clause}>{clause}</span>}{' '}
        <span>{pagesOf(change)}</span>
      </span>{' '}
      <Sentence change={change} />
    </>
  );
}

/** The sentence or row, with what went struck through and what came marked. */
function Sentence({ change: { weight, row, context } }: { change: RedlineChange }) {
  if (context.length === 0) {
    return <span>{weight === 'picture' ? 'The picture differs here.' : 'No text.'}</span>;
  }
  return (
    <span className={styles.text}>
      {row !== null && <b>{row}: </b>}
      {context.map((piece, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a change never change
        <Piece key={at} {...piece} isOnly={context.length === 1} />
      ))}
    </span>
  );
}

/** A sentence is shown whole; longer texts, such as a new clause, begin. */
function Piece({ kind, text, isOnly }: ContextPiece & { isOnly: boolean }) {
  const words = kind === 'same' && !isOnly ? text : shortened(text);
  if (kind === 'same') return words;
  return kind === 'deleted' ? <del>{words}</del> : <ins>{words}</ins>;
}

/** A change of a header, footer or another text of many pages. */
export function FurnitureText({ furniture }: { furniture: FurnitureChange }) {
  const { kind, pages } = furniture;
  const effect = effectOf(furniture);
  const [older, newer] = [shortened(furniture.from_text), shortened(furniture.to_text)];
  return (
    <p className={styles.furniture}>
      <b>{furnitureWords[kind]}</b> on {pages === 1 ? '1 page' : `${pages} pages`}:{' '}
      {effect !== '' && <span className={styles.effect}>{effect} </span>}
      {older === '' ? 'added ' : <del>{older}</del>}
      {older !== '' && newer !== '' && ' → '}
      {newer === '' ? ' removed' : <ins>{newer}</ins>}
    </p>
  );
}
