/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` holds no links, and its options only text */
import { type MouseEvent, useEffect } from 'react';
import { TextSearch } from 'lucide-react';
import { Link } from 'react-router';
import { EntryFacts } from '../entry-facts.tsx';
import { Marked } from '../marked.tsx';
import styles from './option-list.module.css';
import type { Group, Option } from './options.ts';
import { typedMarks } from './typed-marks.ts';

type Props = {
  id: string;
  groups: readonly Group[];
  active: Option | undefined;
  idOf: (option: Option) => string;
  typed: string;
  /** What the options were found by, which is marked in them. */
  marked: string;
  onPoint: (option: Option) => void;
  /** A link was followed, in this tab. */
  onClose: () => void;
};

/** What can be opened, group by group. The field has the focus and says which option is active. */
export function OptionList({ id, groups, active, idOf, typed, marked, onPoint, onClose }: Props) {
  const activeId = active && idOf(active);

  useEffect(
    function showActive() {
      if (activeId !== undefined) {
        document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
      }
    },
    [activeId],
  );

  return (
    <div id={id} role="listbox" aria-label="Documents" className={styles.list}>
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name} className={styles.group}>
          {name === 'Did you mean' && (
            <div className={styles.name} aria-hidden>
              {name}
            </div>
          )}
          {options.map((option) => (
            <Link
              key={option.to}
              id={idOf(option)}
              role="option"
              aria-selected={option === active}
              tabIndex={-1}
              to={option.to}
              className={styles.option}
              onPointerMove={() => option !== active && onPoint(option)}
              onMouseDown={keepFocus}
              onClick={(event) => isPlain(event) && onClose()}
            >
              {option.entry === null ? (
                <span className={styles.texts}>
                  <TextSearch size="1.125rem" aria-hidden />
                  <span>
                    Search all texts for <b>“{typed}”</b>
                  </span>
                </span>
              ) : (
                <>
                  <span className={styles.number}>
                    <Marked
                      text={option.entry.doc_num}
                      marks={typedMarks(option.entry.doc_num, marked)}
                    />
                  </span>{' '}
                  <span className={styles.description}>
                    <Marked
                      text={option.entry.doc_desc}
                      marks={typedMarks(option.entry.doc_desc, marked)}
                    />
                  </span>{' '}
                  <EntryFacts entry={option.entry} typed={marked} />
                </>
              )}
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Not a click that opens another tab or window. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}
