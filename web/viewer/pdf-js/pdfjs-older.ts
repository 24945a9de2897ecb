// As pdfjs-newest.ts, in pdf.js's build that brings along what older browsers lack.
import { GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/web/pdf_viewer.mjs';

GlobalWorkerOptions.workerSrc = '/older-browsers/pdf.worker.min.mjs';
