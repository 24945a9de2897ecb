import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

/** A button without a border: an icon, which then needs an `aria-label`, or an icon and a word. */
export function IconButton({ className, ...attributes }: ComponentProps<'button'>) {
  return <button type="button" {...attributes} className={`${styles.button} ${className ?? ''}`} />;
}

/** The same look for a link. */
export function IconLink({ className, children, ...attributes }: ComponentProps<'a'>) {
  return (
    <a {...attributes} className={`${styles.button} ${className ?? ''}`}>
      {children}
    </a>
  );
}
