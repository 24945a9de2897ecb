import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LoaderCircle } from 'lucide-react';
import { Link, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import type { Role } from '#contract/auth.ts';
import { startOidc } from '#contract/calls.ts';
import type { LoginFault } from '#contract/login-faults.ts';
import { pages } from '#contract/pages.ts';
import { login } from '../api.ts';
import { useBrand } from '../brand.ts';
import { endSession, pageOfQuery, type SessionGuard, useSessionGuard } from '../session.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Alert } from '../ui/feedback/notice.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { showToast } from '../ui/feedback/toast.tsx';
import styles from './login.module.css';

type Missing = { username: boolean; password: boolean };

export function Login() {
  const brand = useBrand();
  const guard = useSessionGuard();
  const navigate = useNavigate();
  const { fault, search } = partsOf(useLocation().search);
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const [missing, setMissing] = useState<Missing>({ username: false, password: false });
  const [refusal, setRefusal] = useState(fault);
  const [busy, setBusy] = useState(false);
  const isConnectionLost = useLoaderData<boolean>();
  const isIdle = useNavigation().state === 'idle';

  useEffect(function startAtTheFaultOrTheFirstField() {
    const first = alert.current ?? form.current?.querySelector('input');
    first?.focus();
  }, []);

  useEffect(
    function askAgain() {
      // The guard asks the server at every navigation, and leaves this page if the reader is signed in.
      const ask = () => busy || void navigate(`${pages.login}${search}`, { replace: true });
      window.addEventListener('online', ask);
      window.addEventListener('focus', ask);
      const timer = isConnectionLost && isIdle ? setTimeout(ask, askAgainMs) : 0;
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', ask);
        window.removeEventListener('focus', ask);
      };
    },
    [navigate, search, busy, isConnectionLost, isIdle],
  );

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { username, password } = fieldsOf(event.currentTarget);
    const nowMissing = { username: username === '', password: password === '' };
    flushSync(() => {
      setMissing(nowMissing);
      setRefusal(null);
    });
    if (nowMissing.username || nowMissing.password) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    setBusy(true);
    const fault = await logIn(guard, username, password);
    if (fault === null) {
      showToast('Login successful!');
      await navigate(`${pageOfQuery(search)}${search}`, { replace: true });
      return;
    }
    flushSync(() => {
      setBusy(false);
      setRefusal(fault);
    });
    alert.current?.focus();
  }

  return (
    <div className={styles.screen}>
      <title>Login · EGD Library</title>
      <div className={styles.theme}>
        <ThemeSwitch />
      </div>
      <main className={styles.card}>
        <Link to={pages.root} className={styles.brand} aria-label={`${brand.company_name} home`}>
          <BrandMark logoUrl={brand.logo_url} />
        </Link>
        <h1 className={styles.title}>Welcome</h1>
        <p className={styles.subtitle}>Login to your account</p>
        <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
          {isConnectionLost && (
            <output className={styles.subtitle}>
              No connection to the server. Your page opens again when the connection is back.
            </output>
          )}
          {refusal !== null && <Alert ref={alert}>{refusal}</Alert>}
          <TextField
            label="Username"
            name="username"
            autoComplete="username"
            fault={missing.username ? 'Username is required.' : null}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            fault={missing.password ? 'Password is required.' : null}
          />
          <Button type="submit" variant="primary" aria-disabled={busy}>
            {busy && <LoaderCircle size="1.125rem" className={styles.spin} aria-hidden />}
            {busy ? 'Logging in…' : 'Login'}
          </Button>
        </form>
        <details className={styles.forgotten}>
          <summary>Forgot your password?</summary>
          <p>
            Submit an ICT ticket and ask for a new password. Wait for the reply e-mail, then log in
            with the password in it.
          </p>
        </details>
        {brand.sign_in_with !== null && (
          <div className={styles.other}>
            <span>or</span>
            <a className={styles.elsewhere} href={`${startOidc.url}${search}`}>
              Sign in with {brand.sign_in_with}
            </a>
          </div>
        )}
      </main>
      <footer className={styles.footer}>
        © {currentYear()}{' '}
        {brand.company_url === null ? (
          brand.company_name
        ) : (
          <a href={brand.company_url} rel="noreferrer">
            {brand.company_name}
          </a>
        )}
      </footer>
    </div>
  );
}

const askAgainMs = 3000;

/** The role without which nobody may read; specification, section 6. */
const requiredRole: Role = 'EGD_LIB';

/** Null when it worked, else the message to show; specification, sections 6 and 8. */
async function logIn(
  guard: SessionGuard,
  username: string,
  password: string,
): Promise<string | null> {
  try {
    const answer = await login(username, password);
    if (!answer.success) return answer.message || 'Invalid credentials';
    if (!answer.roles.includes(requiredRole)) {
      await endSession();
      return 'You do not have permission to access EGD Library.';
    }
    guard.enter(answer.displayName ?? username);
    return null;
  } catch (error) {
    return `Login failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What went wrong elsewhere, in words; and the rest of the address, which is of the page to come. */
function partsOf(address: string): { fault: string | null; search: string } {
  const query = new URLSearchParams(address);
  const code = query.get('fault');
  if (code === null) return { fault: null, search: address };
  query.delete('fault');
  const fault = faults.find(([known]) => known === code)?.[1] ?? faults[0][1];
  return { fault, search: query.size === 0 ? '' : `?${query}` };
}

const faults: [[LoginFault, string], ...[LoginFault, string][]] = [
  ['failed', 'Login failed: the answer of the sign-in service was refused. Try again.'],
  ['unavailable', 'Login failed: the sign-in service does not answer. Try again later.'],
  ['expired', 'Login failed: it took too long, or was started in another tab. Try again.'],
  ['denied', 'Login failed: the sign-in service did not let you in.'],
  ['no_permission', 'You do not have permission to access EGD Library.'],
];

function currentYear(): number {
  return new Date().getFullYear();
}

function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  return {
    username: String(data.get('username')).trim(),
    password: String(data.get('password')),
  };
}
