import { useState } from 'react';
import { useNavigate } from 'react-router';
import { redlineName } from '#contract/file-name.ts';
import { pageOfCase } from '#contract/pages.ts';
import type { FoundEntry } from '#contract/search.ts';
import { orDone } from '../../../api.ts';
import { documentName } from '../../main/search-state.ts';
import { DocumentPicker } from '../../redline/choose/document-picker.tsx';
import { casesApi } from '../cases-api.ts';
import { FormDialog } from '../../form-dialog.tsx';

/** Opens a case by hand, of a revision that the library did not open one for. */
export function OpenCaseDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [entry, setEntry] = useState<FoundEntry | null>(null);

  async function open() {
    if (entry === null) throw new Error('Choose the revision to review.');
    const name = redlineName(entry);
    const opened = await orDone(casesApi.openCase({ body: { name } }));
    const id = opened?.id ?? (await casesApi.findCaseOf({ query: { name } })).data?.id;
    if (id !== undefined) await navigate(pageOfCase(id));
  }

  return (
    <FormDialog title="Open a case" submit="Open" onSubmit={open} onClose={onClose}>
      <p>The customer’s rule opens cases by itself. Open any other case here.</p>
      <DocumentPicker
        label="New revision to review"
        chosen={entry === null ? '' : documentName(entry)}
        likely=""
        onChoose={setEntry}
      />
    </FormDialog>
  );
}
