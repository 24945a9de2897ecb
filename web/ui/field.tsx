import { type ReactNode, useId, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import styles from './field.module.css';
import { IconButton } from './button/icon-button.tsx';

type FieldProps = { label: string; name: string; autoComplete: string; fault: string | null };

export function TextField(props: FieldProps) {
  return <Field {...props} type="text" />;
}

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...props} type={shown ? 'text' : 'password'}>
      <IconButton
        onClick={() => setShown(!shown)}
        aria-label={shown ? 'Hide password' : 'Show password'}
      >
        {shown ? <EyeOff size="1.125rem" aria-hidden /> : <Eye size="1.125rem" aria-hidden />}
      </IconButton>
    </Field>
  );
}

function Field(props: FieldProps & { type: string; children?: ReactNode }) {
  const { label, fault, children, ...input } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          required
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
        />
        {children}
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
