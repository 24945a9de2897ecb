import type * as Core from 'pdfjs-dist';
import type * as Components from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';

// What we use of pdf.js. Either of its builds leaves itself on the global object, and load-viewer.ts has
// loaded the one that suits the browser.

declare const pdfjsLib: typeof Core;
declare const pdfjsViewer: typeof Components;

export const {
  AnnotationEditorType,
  AnnotationMode,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  PDFWorker,
  PasswordResponses,
  RenderingCancelledException,
  TextLayer,
  getDocument,
} = pdfjsLib;

export type PDFDocumentLoadingTask = Core.PDFDocumentLoadingTask;
export type PDFDocumentProxy = Core.PDFDocumentProxy;
export type PDFPageProxy = Core.PDFPageProxy;
export type PDFWorker = Core.PDFWorker;

export const {
  EventBus,
  FindState: FindOutcome,
  GenericL10n,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFPageView,
  PDFViewer,
  RenderingStates,
  ScrollMode,
  SpreadMode,
} = pdfjsViewer;

export type EventBus = Components.EventBus;
export type GenericL10n = Components.GenericL10n;
export type PDFFindController = Components.PDFFindController;
export type PDFLinkService = Components.PDFLinkService;
export type PDFPageView = Components.PDFPageView;
export type PDFViewer = Components.PDFViewer;
