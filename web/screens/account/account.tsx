import { useQuery } from '@tanstack/react-query';
import { useHeadingFocus } from '../../ui/heading-focus.ts';
import page from '../text-page.module.css';
import { sessionsQuery } from './account-api.ts';
import styles from './account.module.css';
import { KeyList } from './key-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** A form where the password is kept here; else where it is changed. */
function Password() {
  const { data } = useQuery(sessionsQuery());
  if (data === undefined || data.provider === 'local') return <PasswordForm />;
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password" translate="yes">
        Password
      </h2>
      <p className={styles.hint} translate="yes">
        {changedAt[data.provider]}
      </p>
    </section>
  );
}

const changedAt = {
  ldap: 'You sign in with your account of the company’s network. Change its password where you sign in to your computer.',
  upstream: 'The company’s sign-in service keeps your password. Change it there.',
  oidc: 'You sign in by single sign-on. Change your password there.',
};

/** One's own password and keys, and where one is signed in. */
export function Account() {
  const heading = useHeadingFocus();
  return (
    <article className={page.page}>
      <title>Your account · EGD Library</title>
      <h1 ref={heading} tabIndex={-1} translate="yes">
        Your account
      </h1>
      <Password />
      <KeyList />
      <SessionList />
    </article>
  );
}
