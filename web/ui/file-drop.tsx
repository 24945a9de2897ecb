import { type DragEvent, type ReactNode, useId, useState } from 'react';
import styles from './file-drop.module.css';

type Props = {
  label: string;
  accept: string;
  onChoose: (file: File | null) => void;
  children?: ReactNode;
};

/** A field for one file, which can also be dropped on it. */
export function FileDrop({ label, accept, onChoose, children }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);

  function chooseDropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={chooseDropped}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      {children}
    </div>
  );
}
