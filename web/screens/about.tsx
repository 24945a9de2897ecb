import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '../api.ts';
import { about } from '../content/about.ts';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import styles from './text-page.module.css';

export function About() {
  const heading = useHeadingFocus();
  const { data: build } = useQuery(versionQuery());
  return (
    <article className={styles.page}>
      <title>About · EGD Library</title>
      <h1 ref={heading} tabIndex={-1}>
        {about.title}
      </h1>
      {about.paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.lead} translate="yes">
          {paragraph}
        </p>
      ))}
      {build !== undefined && (
        <p className={styles.version}>
          Version {build.version} ({build.commit})
        </p>
      )}
    </article>
  );
}
