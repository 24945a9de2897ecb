import { strFromU8, strToU8, Unzip, UnzipInflate, unzipSync, zipSync } from 'fflate';

/**
 * Turns cells with a failed formula into texts such as `#N/A`. The package that reads workbooks skips these
 * cells, so a failed lookup would become an empty description.
 */
export function withErrorsAsTexts(workbook: Uint8Array): Uint8Array {
  if (!hasErrorCells(workbook)) return workbook;
  const parts = Object.entries(unzipSync(workbook)).map(([name, bytes]) => {
    return [name, isWorksheet(name) ? asTexts(bytes) : bytes] as const;
  });
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

const isWorksheet = (name: string) => /^xl\/worksheets\/[^/]*\.xml$/i.test(name);

const errorType = /(<(?:\w+:)?c\b[^>]*\st=)(["'])e\2/g;

function asTexts(worksheet: Uint8Array): Uint8Array {
  return strToU8(strFromU8(worksheet).replace(errorType, '$1$2str$2'));
}

/** Searches the worksheets chunk by chunk: unpacked they may be large, and most have none. */
function hasErrorCells(workbook: Uint8Array): boolean {
  let isFound = false;
  const unzip = new Unzip((part) => {
    if (!isWorksheet(part.name)) return;
    let before = '';
    part.ondata = (fault, bytes) => {
      if (fault !== null) throw fault;
      const text = before + Buffer.from(bytes).toString('latin1');
      isFound ||= text.includes('t="e"') || text.includes("t='e'");
      before = text.slice(-4); // a match may be split between two chunks
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  unzip.push(workbook, true);
  return isFound;
}
