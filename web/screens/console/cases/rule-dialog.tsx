import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type CaseOpening, caseOpeningNames, caseOpenings } from '#contract/case-words.ts';
import type { Calendar, CaseRule } from '#contract/cases.ts';
import { FormDialog } from '../../form-dialog.tsx';
import form from '../../form.module.css';
import { PersonField } from '../../cases/person-field.tsx';
import { saveAndRead } from '../../../api.ts';
import { consoleApi } from '../console-api.ts';
import { rulesQuery } from './rules-api.ts';
import { ownersOf, typedOwners } from './typed-lines.ts';

type Props = { rule: CaseRule; calendars: readonly Calendar[]; onClose: () => void };

/** The rule of one customer. */
export function RuleDialog({ rule, calendars, onClose }: Props) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => ({
    opens: rule.opens,
    opens_on_import: rule.opens_on_import,
    days: String(rule.days),
    calendar_id: rule.calendar_id,
    owner: rule.owner ?? '',
    four_eyes: rule.four_eyes,
    owners: typedOwners(rule.owners),
    with_pending: false,
  }));
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });

  async function save() {
    const { owner, owners, days, ...rest } = fields;
    const { customer_id, version } = rule;
    const body = {
      ...rest,
      customer_id,
      version,
      days: Number(days),
      owner: owner.trim() || null,
      owners: ownersOf(owners),
    };
    await saveAndRead(consoleApi.saveCaseRule({ body }), () =>
      client.invalidateQueries({ queryKey: rulesQuery().queryKey }),
    );
  }

  return (
    <FormDialog title={`Rule of ${rule.customer}`} submit="Save" onSubmit={save} onClose={onClose}>
      <label className={form.field}>
        Open cases
        <select
          className={form.input}
          value={fields.opens}
          // The options are the openings.
          onChange={({ target }) => set({ opens: target.value as CaseOpening })}
        >
          {caseOpenings.map((one) => (
            <option key={one} value={one}>
              {caseOpeningNames[one]}
            </option>
          ))}
        </select>
      </label>
      <div className={form.choices}>
        <label>
          <input
            type="checkbox"
            checked={fields.opens_on_import}
            onChange={({ target }) => set({ opens_on_import: target.checked })}
          />
          Also for revisions from an imported sheet
        </label>
      </div>
      <div className={form.pair}>
        <label className={form.field}>
          Working days to review
          <input
            type="number"
            className={form.input}
            min={1}
            max={400}
            required
            value={fields.days}
            onChange={({ target }) => set({ days: target.value })}
          />
        </label>
        <label className={form.field}>
          Calendar
          <select
            className={form.input}
            value={fields.calendar_id ?? ''}
            onChange={({ target }) => set({ calendar_id: Number(target.value) || null })}
          >
            <option value="">Standard: Monday to Friday</option>
            {calendars.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={form.field}>
        <PersonField label="Owner" value={fields.owner} onChange={(owner) => set({ owner })} />
      </div>
      <div className={form.choices}>
        <label>
          <input
            type="checkbox"
            checked={fields.four_eyes}
            onChange={({ target }) => set({ four_eyes: target.checked })}
          />
          Four eyes: a second reviewer signs, waives and extends late cases
        </label>
      </div>
      <label className={form.field}>
        Owners of single standards, one a line
        <textarea
          className={form.input}
          rows={3}
          placeholder="AM-1: ann"
          value={fields.owners}
          onChange={({ target }) => set({ owners: target.value })}
        />
      </label>
      <div className={form.choices}>
        <label>
          <input
            type="checkbox"
            checked={fields.with_pending}
            onChange={({ target }) => set({ with_pending: target.checked })}
          />
          Move the due days of pending cases as well
        </label>
      </div>
      {rule.pending_otherwise > 0 && (
        <p className={form.hint}>
          {rule.pending_otherwise} pending{' '}
          {rule.pending_otherwise === 1 ? 'case keeps its' : 'cases keep their'} due day of an older
          rule.
        </p>
      )}
    </FormDialog>
  );
}
