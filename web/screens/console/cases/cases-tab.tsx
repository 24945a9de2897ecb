import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { caseOpeningNames } from '#contract/case-words.ts';
import type { Calendar, CaseRule } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatCount } from '../format.ts';
import { useConsole } from '../state/console-context.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { CalendarDialog } from './calendar-dialog.tsx';
import styles from './cases-tab.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { calendarsQuery, rulesQuery } from './rules-api.ts';

/** When the library opens change cases, until when they are due, and the working days of the sites. */
export function CasesTab() {
  const rules = useQuery(rulesQuery());
  const calendars = useQuery(calendarsQuery());
  const placeholder = loadingOrFailed(rules, 'rules') ?? loadingOrFailed(calendars, 'calendars');
  if (rules.data === undefined || calendars.data === undefined) return placeholder;
  return (
    <div className={styles.tab}>
      <Rules rules={rules.data} calendars={calendars.data} />
      <Calendars calendars={calendars.data} />
    </div>
  );
}

type RulesProps = { rules: readonly CaseRule[]; calendars: readonly Calendar[] };

function Rules({ rules, calendars }: RulesProps) {
  const { mayEdit } = useConsole();
  const [editedId, setEdited] = useState<number | null>(null);
  const edited = rules.find(({ customer_id }) => customer_id === editedId);
  const nameOf = (id: number | null) => calendars.find((one) => one.id === id)?.name ?? 'Standard';
  return (
    <section className={styles.part} aria-label="Rules by customer">
      <h2>Rules by customer</h2>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Customer</th>
              <th scope="col">Opens cases</th>
              <th scope="col">On import</th>
              <th scope="col">Due in</th>
              <th scope="col">Calendar</th>
              <th scope="col">Owner</th>
              {mayEdit && (
                <th scope="col" className={styles.edit}>
                  Change
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.customer_id}>
                <th scope="row">{rule.customer}</th>
                <td>{caseOpeningNames[rule.opens]}</td>
                <td>{rule.opens_on_import ? 'Yes' : 'No'}</td>
                <td>{formatCount(rule.days, 'working day')}</td>
                <td>{nameOf(rule.calendar_id)}</td>
                <td>
                  {rule.owner ?? '–'}
                  {rule.owners.length > 0 && ` and ${rule.owners.length} by number`}
                </td>
                {mayEdit && (
                  <td className={styles.edit}>
                    <Button
                      aria-label={`Edit the rule of ${rule.customer}`}
                      onClick={() => setEdited(rule.customer_id)}
                    >
                      Edit…
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited !== undefined && (
        <RuleDialog rule={edited} calendars={calendars} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

function Calendars({ calendars }: { calendars: readonly Calendar[] }) {
  const { mayEdit } = useConsole();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  return (
    <section className={styles.part} aria-label="Calendars">
      <div className={styles.top}>
        <h2>Calendars</h2>
        {mayEdit && (
          <Button onClick={() => setEdited('new')}>
            <Plus size="1rem" aria-hidden />
            Add a calendar…
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {calendars.map((calendar) => (
          <li key={calendar.id}>
            <span>
              <b>{calendar.name}</b> {calendar.zone},{' '}
              {formatCount(calendar.days.length, 'special day')}
            </span>
            {mayEdit && (
              <Button
                aria-label={`Edit the calendar ${calendar.name}`}
                onClick={() => setEdited(calendar.id)}
              >
                Edit…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <CalendarDialog
          calendar={calendars.find(({ id }) => id === edited) ?? null}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
