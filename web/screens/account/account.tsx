import { useHeadingFocus } from '../../ui/heading-focus.ts';
import page from '../text-page.module.css';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** One's own password, and where one is signed in. */
export function Account() {
  const heading = useHeadingFocus();
  return (
    <article className={page.page}>
      <title>Your account · EGD Library</title>
      <h1 ref={heading} tabIndex={-1}>
        Your account
      </h1>
      <PasswordForm />
      <SessionList />
    </article>
  );
}
