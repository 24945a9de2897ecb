import type { ReactNode, RefObject } from 'react';
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

type HeadingProps = { ref?: RefObject<HTMLHeadingElement | null> | undefined; children: ReactNode };

/** The same for the heading of a screen, which gets the focus after a navigation. */
export function VisuallyHiddenHeading({ ref, children }: HeadingProps) {
  return (
    <h1 ref={ref} tabIndex={-1} className={styles.hidden}>
      {children}
    </h1>
  );
}
