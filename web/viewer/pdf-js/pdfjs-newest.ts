// The components read what pdf.js leaves on the global object, so it comes first.
import 'pdfjs-dist';
import 'pdfjs-dist/web/pdf_viewer.mjs';
