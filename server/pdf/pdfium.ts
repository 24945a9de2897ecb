import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type Methods, type PdfiumModule, type PdfiumRuntimeMethods } from '@embedpdf/pdfium';

/** Texts are passed by their address in PDFium's memory, booleans as 1 and 0. */
type Plain<Method> = Method extends (...values: infer Values) => unknown
  ? (...values: { [At in keyof Values]: number }) => number
  : never;

/**
 * PDFium's raw functions. The package's wrappers look up each function by name at every call, which
 * takes longer than most of the functions.
 */
export type Pdfium = { [Name in keyof Methods]: Plain<Methods[Name]> };

export type PdfiumRuntime = PdfiumModule & PdfiumRuntimeMethods;

export async function startPdfium(): Promise<{ pdfium: Pdfium; runtime: PdfiumRuntime }> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasm = readFileSync(file);
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length);
  const wrapped = await init({ wasmBinary });
  wrapped.PDFiumExt_Init();
  // The module's types name few of its exports.
  const pdfium = wrapped.pdfium.wasmExports as unknown as Pdfium;
  return { pdfium, runtime: wrapped.pdfium };
}
