import { type ReactNode, useState } from 'react';
import { Download, FileSpreadsheet } from 'lucide-react';
import type { SpreadsheetFormat } from '#contract/editing.ts';
import { catalogueExportAddress } from '../console-api.ts';
import type { ToolItem } from '../grid/editing-toolbar.tsx';
import { useExport } from './export-tool.tsx';
import { ImportSheetDialog } from './import-sheet-dialog.tsx';

/** Imports and exports spreadsheets. */
export function useSheetTools(): { tools: readonly ToolItem[]; dialog: ReactNode } {
  const [importing, setImporting] = useState(false);
  const download = useExport();
  const exported = (format: SpreadsheetFormat): ToolItem => ({
    name: `Export as ${format.toUpperCase()}`,
    icon: <Download size="1rem" aria-hidden />,
    act: () => void download(catalogueExportAddress(format)),
  });
  return {
    tools: [
      {
        name: 'Import…',
        icon: <FileSpreadsheet size="1rem" aria-hidden />,
        isTool: true,
        act: () => setImporting(true),
      },
      exported('csv'),
      exported('xlsx'),
    ],
    dialog: importing && <ImportSheetDialog onClose={() => setImporting(false)} />,
  };
}
