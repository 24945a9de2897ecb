import { useHref, useLinkClickHandler } from 'react-router';
import { pages } from '#contract/pages.ts';
import { ButtonLink } from '../ui/button/button.tsx';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import styles from './not-found.module.css';

export function NotFound() {
  const heading = useHeadingFocus();
  const home = useHref(pages.root);
  const goHome = useLinkClickHandler(pages.root);
  return (
    <main className={styles.screen}>
      <title>Page not found · EGD Library</title>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1 ref={heading} tabIndex={-1}>
        Oops! Page not found.
      </h1>
      <ButtonLink variant="primary" href={home} onClick={goHome}>
        Go Home
      </ButtonLink>
    </main>
  );
}
