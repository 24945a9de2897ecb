import { Link } from 'react-router';
import button from '../ui/button.module.css';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import styles from './not-found.module.css';

export function NotFound() {
  const heading = useHeadingFocus();
  return (
    <main className={styles.screen}>
      <title>Page not found · EGD Library</title>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1 ref={heading} tabIndex={-1}>
        Oops! Page not found.
      </h1>
      <Link to="/" className={button.primary}>
        Go Home
      </Link>
    </main>
  );
}
