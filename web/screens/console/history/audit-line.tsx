import type { ReactNode } from 'react';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { formatTime } from '../format.ts';
import styles from './audit-list.module.css';
import { fieldChanges, subjectText } from '../field-changes.ts';

/** One line of the audit trail: who, when, what, before and after. */
export function AuditLine({ entry, children }: { entry: AuditEntry; children?: ReactNode }) {
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <b>{subjectText(entry)}</b> {actionNames[entry.action]} by {entry.user}
      </p>
      <time dateTime={entry.at}>{formatTime(entry.at)}</time>
      <div className={styles.tools}>{children}</div>
      <dl>
        {fieldChanges(entry).map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== null && <del>{before}</del>}
              {before !== null && after !== null && ' → '}
              {after !== null && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** A short name of a line. */
export function lineWords(entry: AuditEntry): string {
  return `${subjectText(entry)} ${actionNames[entry.action]}`;
}

/** What a change did, as the history says it. */
export const actionNames: Record<AuditAction, string> = {
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  uploaded: 'uploaded',
  replaced: 'replaced',
  renamed: 'renamed',
};
