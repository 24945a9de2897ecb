import { createRoot } from 'react-dom/client';
import '../../web/tokens.css';
import '../../web/base.css';
import { openSource } from '../../web/viewer/bytes/pdf-source.ts';
import { importViewer } from '../../web/viewer/load-viewer.ts';
import { exposeToBench, pageSharp, pageWidth, pageWiderThan, measureMs } from './page.ts';
import './page.css';

// Our viewer as the main page mounts it: after a HEAD request for the length.

const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no root.');
container.className = 'sheet';
const root = createRoot(container);
const { Viewer, startWorker } = await importViewer();
startWorker();
let page = 1;

async function mount(address: string): Promise<void> {
  const { headers } = await fetch(address, { method: 'HEAD' });
  const bytes = Number(headers.get('content-length'));
  const source = openSource({ address, bytes, etag: headers.get('etag') });
  root.render(
    <Viewer
      user="bench"
      source={source}
      fileName="bench.pdf"
      startPage={firstPage}
      page={1}
      onPage={ignore}
      onRefused={refused}
    />,
  );
}

const firstPage = () => 1;
const ignore = () => {};
const refused = () => Promise.reject(new Error('The server refused the file.'));

function press(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

exposeToBench({
  openDocument: (address) =>
    measureMs(
      () => void mount(address),
      () => pageSharp(1),
    ),
  turnTo(asked) {
    const key = asked > page ? 'ArrowRight' : 'ArrowLeft';
    page = asked;
    return measureMs(
      () => press(key),
      () => pageSharp(asked),
    );
  },
  async zoomIn() {
    const before = pageWidth();
    const sharpMs = measureMs(
      () => press('+'),
      () => pageWiderThan(before).then(() => pageSharp(page)),
    );
    const shownMs = measureMs(
      () => {},
      () => pageWiderThan(before),
    );
    return { shownMs: await shownMs, sharpMs: await sharpMs };
  },
});
