import { type RedlineChange } from '#contract/redline.ts';
import type { ListArrangement } from './change-order.ts';
import { changeKinds, kindWords } from '#contract/redline-words.ts';
import styles from './list-tools.module.css';

type Props = {
  changes: readonly RedlineChange[];
  arrangement: ListArrangement;
  setArrangement: (next: ListArrangement) => void;
};

const orders = [
  { value: 'importance', name: 'Important first', title: 'Limits and obligations first' },
  { value: 'text', name: 'In text order', title: 'In the order of the text' },
] as const;

/** Which kinds of changes are listed, each with how many there are, and in which order. */
export function ListTools({ changes, arrangement, setArrangement }: Props) {
  const { order, hidden } = arrangement;

  function toggle(kind: RedlineChange['kind']) {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setArrangement({ ...arrangement, hidden: next });
  }

  return (
    <div className={styles.tools}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `fieldset` would need a legend to be seen */}
      <div role="group" aria-label="Kinds of changes" className={styles.kinds}>
        {changeKinds.map((kind) => {
          const count = changes.filter((change) => change.kind === kind).length;
          if (count === 0) return null;
          const { name, sign } = kindWords[kind];
          return (
            <button
              key={kind}
              type="button"
              className={styles.kind}
              data-kind={kind}
              aria-pressed={!hidden.has(kind)}
              title={`Show or hide what was ${name.toLowerCase()}`}
              onClick={() => toggle(kind)}
            >
              <span aria-hidden className={styles.sign}>
                {sign}
              </span>
              {name} {count}
            </button>
          );
        })}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <div role="group" aria-label="Order" className={styles.orders}>
        {orders.map(({ value, name, title }) => (
          <button
            key={value}
            type="button"
            aria-pressed={order === value}
            title={title}
            onClick={() => setArrangement({ ...arrangement, order: value })}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
