import { useQuery } from '@tanstack/react-query';
import { customersQuery, versionQuery } from '../api.ts';
import { useBrand } from '../brand.ts';
import { about } from '../content/about.ts';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import styles from './text-page.module.css';

export function About() {
  const heading = useHeadingFocus();
  const brand = useBrand();
  const { data: build } = useQuery(versionQuery());
  const { data: customers } = useQuery(customersQuery());
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
      {/* The last to come, so that nothing moves. */}
      {build !== undefined && customers !== undefined && (
        <p className={styles.version}>
          {brand.company_name} keeps the standards of{' '}
          {customers.length === 1 ? '1 customer' : `${customers.length} customers`} here.
        </p>
      )}
    </article>
  );
}
