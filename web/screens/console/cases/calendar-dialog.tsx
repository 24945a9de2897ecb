import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Calendar } from '#contract/cases.ts';
import { FormDialog } from '../../form-dialog.tsx';
import form from '../../form.module.css';
import styles from './cases-tab.module.css';
import { saveAndRead } from '../../../api.ts';
import { consoleApi } from '../console-api.ts';
import { calendarsQuery } from './rules-api.ts';
import { daysOf, typedDays } from './typed-lines.ts';

const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Working days of a site. Without a calendar: a new one. */
export function CalendarDialog({
  calendar,
  onClose,
}: {
  calendar: Calendar | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [name, setName] = useState(calendar?.name ?? '');
  const [zone, setZone] = useState(calendar?.zone ?? ownZone());
  const [weekend, setWeekend] = useState<readonly number[]>(calendar?.weekend ?? [6, 7]);
  const [days, setDays] = useState(typedDays(calendar?.days ?? []));

  async function save() {
    const of = calendar === null ? {} : { id: calendar.id, version: calendar.version };
    const body = { ...of, name, zone, weekend: [...weekend], days: daysOf(days) };
    await saveAndRead(consoleApi.saveCalendar({ body }), () =>
      client.invalidateQueries({ queryKey: calendarsQuery().queryKey }),
    );
  }

  return (
    <FormDialog
      title={calendar === null ? 'Add a calendar' : `Calendar ${calendar.name}`}
      submit="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <div className={form.pair}>
        <label className={form.field}>
          Name
          <input
            className={form.input}
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className={form.field}>
          Time zone
          <input
            className={form.input}
            required
            maxLength={60}
            placeholder="Europe/Berlin"
            value={zone}
            onChange={({ target }) => setZone(target.value)}
          />
        </label>
      </div>
      <fieldset className={styles.weekdays}>
        <legend>Days without work</legend>
        {weekdays.map((weekday, at) => (
          <label key={weekday}>
            <input
              type="checkbox"
              checked={weekend.includes(at + 1)}
              onChange={({ target }) =>
                setWeekend(
                  target.checked
                    ? [...weekend, at + 1].toSorted((a, b) => a - b)
                    : weekend.filter((one) => one !== at + 1),
                )
              }
            />
            {weekday}
          </label>
        ))}
      </fieldset>
      <label className={form.field}>
        Holidays, one a line
        <textarea
          className={form.input}
          rows={8}
          spellCheck={false}
          placeholder={'2026-12-25 Christmas Day\n2026-12-19 + Working Saturday'}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      </label>
      <p className={form.hint}>
        A plus after the day makes it a working day. Due days of open cases stay as they are.
      </p>
    </FormDialog>
  );
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
