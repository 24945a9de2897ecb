import { useState } from 'react';
import { FileSpreadsheet } from 'lucide-react';
import { catalogueExportAddress } from '../console-api.ts';
import { Tool } from '../grid/toolbar.tsx';
import { ExportTool } from './export-tool.tsx';
import { ImportSheetDialog } from './import-sheet-dialog.tsx';

/** Imports and exports spreadsheets. */
export function SheetTools() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Tool icon={<FileSpreadsheet size="1rem" aria-hidden />} onClick={() => setImporting(true)}>
        Import…
      </Tool>
      <ExportTool address={catalogueExportAddress} />
      {importing && <ImportSheetDialog onClose={() => setImporting(false)} />}
    </>
  );
}
