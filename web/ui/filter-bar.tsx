import { type ReactNode, useId } from 'react';
import { FilterX } from 'lucide-react';
import { IconButton } from './button/icon-button.tsx';
import styles from './filter-bar.module.css';

type Props = {
  name: string;
  isFiltered: boolean;
  /** What the button is called that clears them. */
  clear?: string;
  onClear: () => void;
  /** The fields, and what can be done with what is listed. */
  children: ReactNode;
};

/** The filters above a list, and a button that clears them all. */
export function FilterBar(props: Props) {
  const { name, isFiltered, clear = 'Clear all filters', onClear, children } = props;
  return (
    <search className={styles.filter} aria-label={name}>
      {children}
      {isFiltered && (
        <IconButton onClick={onClear}>
          <FilterX size="1rem" aria-hidden />
          {clear}
        </IconButton>
      )}
    </search>
  );
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

/** One of the options, or all; `all` names the choice that is no filter. */
export function FilterChoice({
  label,
  all = 'All',
  value,
  onChange,
  children,
}: FieldProps & { all?: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  );
}

export function FilterInput({
  label,
  type,
  value,
  onChange,
}: FieldProps & { type: 'text' | 'date' }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type={type} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
