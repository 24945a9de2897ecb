import { type KeyboardEvent, createContext, use, useRef } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './grid.module.css';

/** Brings the filters to the headers; as part of the columns, typing in one would rebuild all. */
export const FilterContext = createContext<{
  filters: Readonly<Record<string, string>>;
  onFilter: (column: string, text: string) => void;
}>({ filters: {}, onFilter: () => {} });

type Props = {
  name: string;
  isNameHidden: boolean;
  column: string;
  direction: 'ASC' | 'DESC' | undefined;
  /** Which one this is of several columns that rows are sorted by. */
  priority: number | undefined;
  filterable: boolean;
};

/** The name of a column, which sorts, and the field below it, which filters. */
export function GridHeader(props: Props) {
  const { name, isNameHidden, column, direction, priority, filterable } = props;
  const { filters, onFilter } = use(FilterContext);
  const head = useRef<HTMLDivElement>(null);

  function handleFilterKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Tab') return;
    event.stopPropagation(); // arrows and letters would move about the grid
    if (event.key === 'Escape') onFilter(column, '');
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    head.current?.closest<HTMLElement>('[role=columnheader]')?.focus();
  }

  return (
    <div className={styles.head} ref={head}>
      <span className={styles.name}>
        {isNameHidden ? <VisuallyHidden>{name}</VisuallyHidden> : <span>{name}</span>}
        {direction === 'ASC' && <ArrowUp size="0.875rem" aria-hidden />}
        {direction === 'DESC' && <ArrowDown size="0.875rem" aria-hidden />}
        {priority !== undefined && (
          <small>
            <VisuallyHidden>
              {direction === 'ASC' ? 'ascending' : 'descending'}, key{' '}
            </VisuallyHidden>
            {priority}
          </small>
        )}
      </span>
      {filterable && (
        <input
          className={styles.filter}
          aria-label={`Filter ${name}`}
          placeholder="Filter"
          tabIndex={-1}
          spellCheck={false}
          value={filters[column] ?? ''}
          onChange={(event) => onFilter(column, event.target.value)}
          onClick={(event) => event.stopPropagation()}
          onMouseDown={(event) => event.stopPropagation()}
          onKeyDown={handleFilterKeyDown}
        />
      )}
    </div>
  );
}
