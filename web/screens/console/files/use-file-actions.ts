import { useCallback, useState } from 'react';
import { mostFilesAtOnce } from '#contract/calls.ts';
import { noLanguage, pdfFileName } from '#contract/file-name.ts';
import type { ManagedFile } from '#contract/files.ts';
import { showToast } from '../../../ui/toast.tsx';
import { renamedFiles } from '../console-api.ts';
import { useConsole } from '../console-context.ts';
import type { DocumentFields } from '../catalogue/kinds.ts';
import { counted } from '../format.ts';
import { createdEntries, type Decision, entryOf, isWholeEntry } from '../uploads/names.ts';

/** Whether an entry would make readers find the file. */
export const canCreate = ({ verdict }: ManagedFile): boolean =>
  verdict === 'no_entry' || verdict === 'name_unknown';

/** Whether another name would. */
export const canRename = ({ verdict, nearest }: ManagedFile): boolean =>
  nearest !== null && (verdict === 'no_entry' || verdict === 'name_unknown');

/** Creates entries and renames files, at once where nothing needs to be asked. */
export function useFileActions() {
  const { refresh, fail } = useConsole();
  const [asking, setAsking] = useState<readonly ManagedFile[]>([]);

  const create = useCallback(
    async (files: readonly ManagedFile[]) => {
      const whole = files.filter(isWholeEntry);
      const rest = files.filter((file) => !isWholeEntry(file));
      try {
        const refused = await createAll(whole.map((file) => ({ file, fields: entryOf(file) })));
        const done = whole.length - refused.size;
        if (done > 0) showToast(`${counted(done, 'entry', 'entries')} created`);
        const [reason] = refused.values();
        if (reason !== undefined)
          fail(`${counted(refused.size, 'entry was', 'entries were')} refused.`, reason);
        setAsking(rest);
      } catch (error) {
        fail('No entry was created.', error);
      }
      refresh();
    },
    [refresh, fail],
  );

  const rename = useCallback(
    async (files: readonly ManagedFile[]) => {
      try {
        const refused = await renameAll(files);
        const done = files.length - refused.length;
        if (done > 0) showToast(`${counted(done, 'file')} renamed`);
        if (refused.length > 0) fail(`${counted(refused.length, 'file')} not renamed.`, refused[0]);
      } catch (error) {
        fail('Nothing was renamed.', error);
      }
      refresh();
    },
    [refresh, fail],
  );

  async function decide(decisions: readonly Decision[]): Promise<ReadonlyMap<number, string>> {
    const wanted = asking.map((file, at) => ({ file, at, decision: decisions[at] }));
    const toCreate = wanted.flatMap(({ file, at, decision }) =>
      decision?.choice === 'create' ? { file, at, fields: decision.fields } : [],
    );
    const refused = await createAll(toCreate);
    const nearest = wanted.filter(({ decision }) => decision?.choice === 'nearest');
    if (nearest.length > 0) void rename(nearest.map(({ file }) => file));
    refresh();
    return new Map([...refused].map(([index, reason]) => [toCreate[index]?.at ?? index, reason]));
  }

  return { asking, create, rename, decide, forget: () => setAsking([]) };
}

/** Answers with those that were refused, by their place. */
async function createAll(
  wanted: readonly { file: ManagedFile; fields: DocumentFields }[],
): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  const created = await createdEntries(wanted.map(({ fields }) => fields));
  const misnamed: { file_id: number; document_id: number }[] = [];
  for (const [at, { file, fields }] of wanted.entries()) {
    const id = created[at];
    if (typeof id === 'object') refused.set(at, id.refused);
    // An entry that says more than the name did: the file is then called after the entry.
    else if (id !== undefined && !isNamed(file, fields)) {
      misnamed.push({ file_id: file.id, document_id: id });
    }
  }
  if (misnamed.length > 0) await renamedFiles(misnamed);
  return refused;
}

function isNamed({ reading }: ManagedFile, fields: DocumentFields): boolean {
  if (reading === null) return false;
  const language =
    fields.language === noLanguage || fields.language === '' ? null : fields.language;
  return pdfFileName(reading) === pdfFileName({ ...fields, language });
}

async function renameAll(files: readonly ManagedFile[]): Promise<string[]> {
  const rows = files.flatMap(({ id, nearest }) =>
    nearest === null ? [] : { file_id: id, document_id: nearest.document_id },
  );
  const refused: string[] = [];
  for (let at = 0; at < rows.length; at += mostFilesAtOnce) {
    const { results } = await renamedFiles(rows.slice(at, at + mostFilesAtOnce));
    refused.push(...results.flatMap((result) => result.refused ?? []));
  }
  return refused;
}
