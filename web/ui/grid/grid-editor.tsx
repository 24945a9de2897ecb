import { useEffect, useRef } from 'react';
import styles from './grid.module.css';

export type GridEdit<Row> = {
  value: (row: Row) => string;
  /** The row with other text in this cell. */
  change: (row: Row, text: string) => Row;
  /** The id of a `datalist` with values to choose from. */
  suggestions?: string;
};

type Props = {
  label: string;
  value: string;
  suggestions: string | undefined;
  onChange: (value: string) => void;
  onClose: () => void;
  row: number;
  onEditing: ((row: number | null) => void) | undefined;
};

/** The field in a cell that is being edited. */
export function GridEditor(props: Props) {
  const { label, value, suggestions, onChange, onClose, row, onEditing } = props;
  const input = useRef<HTMLInputElement>(null);

  useEffect(function selectAll() {
    input.current?.focus();
    input.current?.select();
  }, []);

  useEffect(
    function reportEditing() {
      onEditing?.(row);
      return () => onEditing?.(null);
    },
    [row, onEditing],
  );

  return (
    <input
      ref={input}
      className={styles.editor}
      aria-label={label}
      value={value}
      list={suggestions}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onBlur={onClose}
    />
  );
}
