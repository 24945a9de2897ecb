import { useState } from 'react';
import { FileSpreadsheet } from 'lucide-react';
import { catalogueExport } from '../console-api.ts';
import { Tool } from '../grid/toolbar.tsx';
import { ExportTool } from './export-tool.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** In and out by spreadsheet. */
export function SheetTools() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Tool icon={<FileSpreadsheet size="1rem" aria-hidden />} onClick={() => setImporting(true)}>
        Import…
      </Tool>
      <ExportTool address={catalogueExport} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
