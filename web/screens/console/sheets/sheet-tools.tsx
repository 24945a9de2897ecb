import { useState } from 'react';
import { Download, FileSpreadsheet } from 'lucide-react';
import { catalogueExport } from '../console-api.ts';
import { Tool, ToolLink } from '../toolbar.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** In and out by spreadsheet. */
export function SheetTools() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Tool icon={<FileSpreadsheet size="1rem" aria-hidden />} onClick={() => setImporting(true)}>
        Import…
      </Tool>
      <ToolLink icon={<Download size="1rem" aria-hidden />} href={catalogueExport('csv')}>
        Export CSV
      </ToolLink>
      <ToolLink icon={<Download size="1rem" aria-hidden />} href={catalogueExport('xlsx')}>
        Export XLSX
      </ToolLink>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
