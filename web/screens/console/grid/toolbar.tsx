import type { ReactNode } from 'react';
import { FilterX, Search } from 'lucide-react';
import styles from './toolbar.module.css';

type ToolbarProps = {
  label: string;
  /** Null for rows that are narrowed by a text already. */
  search: string | null;
  onSearch: (text: string) => void;
  /** How many rows are shown. */
  count: string;
  /** Shows all rows again; null while none is hidden. */
  onClear: (() => void) | null;
  /** Shown before the search. */
  lead?: ReactNode;
  children: ReactNode;
};

export function Toolbar(props: ToolbarProps) {
  const { label, search, onSearch, count, onClear, lead, children } = props;
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      {lead}
      {search === null ? (
        <output className={styles.count}>{count}</output>
      ) : (
        <label className={styles.search}>
          <Search size="1rem" aria-hidden />
          <input
            type="search"
            aria-label="Search all columns"
            placeholder="Search all columns"
            spellCheck={false}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
          <output className={styles.count}>{count}</output>
        </label>
      )}
      {onClear !== null && (
        <Tool icon={<FilterX size="1rem" aria-hidden />} onClick={onClear}>
          Clear all filters
        </Tool>
      )}
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

type ToolProps = {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  primary?: boolean;
};

export function Tool({ icon, children, onClick, disabled = false, primary = false }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      data-primary={primary}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}
