import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { leastPasswordLength } from '#contract/calls.ts';
import { ApiError, isSessionOver } from '../../api.ts';
import { Button } from '../../ui/button/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Alert } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { changeOwnPassword, sessionsQuery } from './account-api.ts';
import styles from './account.module.css';

/** What is wrong, by field; `form` where it is no field's fault. */
type Faults = Partial<Record<'current' | 'next' | 'again' | 'form', string>>;

export function PasswordForm() {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  function tell(now: Faults) {
    flushSync(() => {
      setBusy(false);
      setFaults(now);
    });
    form.current?.querySelector<HTMLElement>('[role=alert], [aria-invalid=true]')?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const fields = fieldsOf(event.currentTarget);
    const missing = faultsOf(fields);
    if (Object.keys(missing).length > 0) {
      tell(missing);
      return;
    }
    setBusy(true);
    try {
      await changeOwnPassword(fields.current, fields.next);
    } catch (error) {
      if (isSessionOver(error)) await revalidate();
      else tell(refusalOf(error));
      return;
    }
    tell({});
    form.current?.reset();
    showToast('Password changed. You are signed out everywhere else.');
    await client.invalidateQueries(sessionsQuery());
  }

  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password" translate="yes">
        Change password
      </h2>
      <p className={styles.hint} translate="yes">
        At least <span translate="no">{leastPasswordLength}</span> characters; a short sentence is
        easy to remember. Not your user name, and none that many people use.
      </p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
        {faults.form !== undefined && <Alert>{faults.form}</Alert>}
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          fault={faults.current ?? null}
        />
        <PasswordField
          label="New password"
          name="next"
          autoComplete="new-password"
          fault={faults.next ?? null}
        />
        <PasswordField
          label="New password again"
          name="again"
          autoComplete="new-password"
          fault={faults.again ?? null}
        />
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? 'Changing…' : 'Change password'}
        </Button>
      </form>
    </section>
  );
}

type Fields = { current: string; next: string; again: string };

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form);
  const text = (name: keyof Fields) => String(data.get(name));
  return { current: text('current'), next: text('next'), again: text('again') };
}

function faultsOf({ current, next, again }: Fields): Faults {
  const faults: Faults = {};
  if (current === '') faults.current = 'Type your current password.';
  if (next.length < leastPasswordLength) {
    faults.next = `A password needs at least ${leastPasswordLength} characters; this one has ${next.length}.`;
  } else if (again !== next) {
    faults.again = 'The passwords differ. Type the new password again.';
  }
  return faults;
}

function refusalOf(error: unknown): Faults {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'wrong_password') return { current: message };
  if (code === 'weak_password') return { next: message };
  return { form: `Couldn’t change the password: ${message}` };
}
