// The components read what `pdfjs-dist` leaves on the global object, so it comes first.
import 'pdfjs-dist';
import 'pdfjs-dist/web/pdf_viewer.css';

export {
  EventBus,
  FindState as FindOutcome,
  GenericL10n,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFPageView,
  PDFSinglePageViewer,
  RenderingStates,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
