import type { KeyboardEvent } from 'react';
import type { FurnitureChange, RedlineChange } from '#contract/redline.ts';
import styles from './change-row.module.css';
import { furnitureWords, kindWords, pagesOf, shortened, weightWords } from './change-words.ts';

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

/** Kind, page and words of a change. */
export function ChangeText({ change }: { change: RedlineChange }) {
  const { kind, weight } = change;
  const { name, sign } = kindWords[kind];
  const weightName = weightWords[weight];
  return (
    <>
      <span className={styles.facts}>
        <span className={styles.kind} data-kind={kind}>
          <span aria-hidden className={styles.sign}>
            {sign}
          </span>
          {name}
        </span>{' '}
        <span>{pagesOf(change)}</span>{' '}
        {weightName !== null && <span className={styles.weight}>{weightName}</span>}
      </span>{' '}
      <Texts change={change} />
    </>
  );
}

function Texts({ change }: { change: RedlineChange }) {
  const { kind, weight } = change;
  const [older, newer] = [shortened(change.from_text), shortened(change.to_text)];
  if (older === '' && newer === '') {
    return <span>{weight === 'picture' ? 'The picture differs here.' : 'No text.'}</span>;
  }
  if (kind === 'moved') return <span className={styles.text}>{newer || older}</span>;
  return (
    <span className={styles.text}>
      {older !== '' && <del>{older}</del>}
      {older !== '' && newer !== '' && ' → '}
      {newer !== '' && <ins>{newer}</ins>}
    </span>
  );
}

/** A change of a header, footer or another text of many pages. */
export function FurnitureText({ furniture }: { furniture: FurnitureChange }) {
  const { kind, pages } = furniture;
  const [older, newer] = [shortened(furniture.from_text), shortened(furniture.to_text)];
  return (
    <p className={styles.furniture}>
      <b>{furnitureWords[kind]}</b> on {pages === 1 ? '1 page' : `${pages} pages`}:{' '}
      {older === '' ? 'added ' : <del>{older}</del>}
      {older !== '' && newer !== '' && ' → '}
      {newer === '' ? ' removed' : <ins>{newer}</ins>}
    </p>
  );
}
