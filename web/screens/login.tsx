import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LoaderCircle } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Role } from '#contract/auth.ts';
import { pages } from '#contract/pages.ts';
import { login } from '../api.ts';
import { useBrand } from '../brand.ts';
import { endSession, type SessionGuard, useSessionGuard } from '../session.ts';
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
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const [missing, setMissing] = useState<Missing>({ username: false, password: false });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(function startAtTheFirstField() {
    form.current?.querySelector('input')?.focus();
  }, []);

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
      await navigate(`${pages.main}${search}`, { replace: true });
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
      </main>
      <footer className={styles.footer}>
        © {currentYear()}{' '}
        <a href={brand.company_url ?? pages.root} rel="noreferrer">
          {brand.company_name}
        </a>
      </footer>
    </div>
  );
}

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
