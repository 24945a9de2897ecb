import styles from './brand-mark.module.css';

/** The operator's logo, or the library's own mark. Decoration: a name is beside it. */
export function BrandMark({ logoUrl }: { logoUrl: string | null }) {
  return (
    <img className={styles.mark} src={logoUrl ?? '/favicon.svg'} alt="" width={32} height={32} />
  );
}
