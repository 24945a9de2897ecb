// The components read what pdf.js leaves on the global object, so it comes first.
import 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/web/pdf_viewer.css';

export {
  EventBus,
  FindState as FindOutcome,
  GenericL10n,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFPageView,
  PDFViewer,
  RenderingStates,
  ScrollMode,
  SpreadMode,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
