import { GlobalWorkerOptions } from 'pdfjs-dist';
// The components read what pdf.js leaves on the global object, so they come second.
import 'pdfjs-dist/web/pdf_viewer.mjs';

GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'; // specification, section 9
