/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` holds no links, and its options only text */
import { type MouseEvent, useEffect } from 'react';
import { TextSearch } from 'lucide-react';
import { Link } from 'react-router';
import type { FoundEntry } from '#contract/search.ts';
import { EntryFacts } from '../entry-facts.tsx';
import { Marked } from '../marked.tsx';
import styles from './quick-options.module.css';
import type { OptionGroup, QuickOption } from './options.ts';
import { typedMarks } from './typed-marks.ts';

type Props = {
  id: string;
  groups: readonly OptionGroup[];
  /** Others keep their room. */
  isShown: (group: OptionGroup) => boolean;
  active: QuickOption | undefined;
  idOf: (option: QuickOption) => string;
  typed: string;
  /** What the options were found by, which is marked in them. */
  marked: string;
  onPoint: (option: QuickOption) => void;
  /** Shows or hides other revisions. */
  onUnfold: (option: QuickOption) => void;
  /** A link was followed, in this tab. */
  onClose: () => void;
};

/** What can be opened, group by group. The field has the focus and says which option is active. */
export function QuickOptions(props: Props) {
  const { id, groups, isShown, active, idOf, typed, marked, onPoint, onUnfold, onClose } = props;
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
      {groups.map((group) => (
        <div
          key={group.name}
          role="group"
          aria-label={group.name}
          className={styles.group}
          data-shown={isShown(group)}
        >
          {group.name === 'Did you mean' && (
            <div className={styles.name} aria-hidden>
              {group.name}
            </div>
          )}
          {group.options.map((option) => {
            const common = {
              id: isShown(group) ? idOf(option) : undefined,
              'data-below': option.isBelow,
              className: styles.option,
              onPointerMove: () => option !== active && onPoint(option),
              onMouseDown: keepFocus,
            };
            return option.unfolds === undefined ? (
              <Link
                key={option.to}
                {...common}
                role="option"
                aria-selected={option === active}
                tabIndex={-1}
                to={option.to}
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
                  <EntryWords entry={option.entry} marked={marked} />
                )}
              </Link>
            ) : (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
              <div
                key={option.to}
                {...common}
                role="option"
                aria-selected={option === active}
                tabIndex={-1}
                onClick={() => onUnfold(option)}
              >
                <span className={styles.unfolds}>{option.unfolds}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function EntryWords({ entry, marked }: { entry: FoundEntry; marked: string }) {
  return (
    <>
      <span className={styles.names}>
        <span className={styles.number}>
          <Marked text={entry.doc_num} marks={typedMarks(entry.doc_num, marked)} />
        </span>{' '}
        <span className={styles.description}>
          <Marked text={entry.doc_desc} marks={typedMarks(entry.doc_desc, marked)} />
        </span>
      </span>{' '}
      <EntryFacts entry={entry} typed={marked} />
    </>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Not a click that opens another tab or window. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}
