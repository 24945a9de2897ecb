import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** `primary` is what a form or dialog is for; there is one of it at most. */
type Variant = 'primary' | 'secondary';

type ButtonProps = ComponentProps<'button'> & { variant?: Variant };

/** Takes every attribute of a `button`. While it is busy, `aria-disabled` keeps the focus on it. */
export function Button({ variant = 'secondary', className, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes} className={`${styles[variant]} ${className ?? ''}`} />
  );
}

type ButtonLinkProps = ComponentProps<'a'> & { variant?: Variant };

/** A link that looks like a button, because it leads to what one came for. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant = 'secondary', className, children, ...attributes } = props;
  return (
    <a {...attributes} className={`${styles[variant]} ${className ?? ''}`}>
      {children}
    </a>
  );
}
