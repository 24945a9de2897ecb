import type { ReactNode, Ref } from 'react';
import { CircleAlert } from 'lucide-react';
import styles from './notice.module.css';

/** Something went wrong or is missing; shown where it happened, and read aloud at once. */
export function Alert({ children, ref }: { children: ReactNode; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p role="alert" className={styles.alert} tabIndex={-1} ref={ref}>
      <CircleAlert size="1.125rem" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

type EmptyProps = {
  icon: ReactNode;
  title: string;
  text: string;
  /** It is the whole screen. */
  isScreen?: boolean;
  children?: ReactNode;
};

/** Shown in place of content; says why there is none. */
export function Empty({ icon, title, text, isScreen = false, children }: EmptyProps) {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
