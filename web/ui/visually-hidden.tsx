import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

type Props = {
  /** `output` is read aloud whenever its text changes. */
  as?: 'span' | 'legend' | 'output';
  children: ReactNode;
};

/** Text for screen readers only: on the screen, something else says it. */
export function VisuallyHidden({ as: Element = 'span', children }: Props) {
  return <Element className={styles.hidden}>{children}</Element>;
}
