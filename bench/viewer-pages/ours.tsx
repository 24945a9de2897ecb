import { createRoot } from 'react-dom/client';
import '../../web/tokens.css';
import '../../web/base.css';
import { Viewer, warmUp } from '../../web/viewer/viewer.tsx';
import { offer, pageDrawn } from './page.ts';
import './page.css';

// Our viewer as the main page mounts it: after a HEAD that tells the length.

const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no root.');
container.className = 'sheet';
const root = createRoot(container);
warmUp();
let show: (page: number) => void = () => {};

async function mount(address: string): Promise<void> {
  const { headers } = await fetch(address, { method: 'HEAD' });
  const source = {
    address,
    bytes: Number(headers.get('content-length')),
    etag: headers.get('etag'),
  };
  show = (page) =>
    root.render(
      <Viewer
        key={address}
        source={source}
        fileName="bench.pdf"
        startPage={firstPage}

        page={page}
        onPage={ignore}
        onRefused={refused}
      />,
    );
  show(1);
}

const firstPage = () => 1;
const ignore = () => {};
const refused = () => Promise.reject(new Error('The server refused the file.'));

offer({
  async openDocument(address) {
    const start = performance.now();
    await mount(address);
    await pageDrawn(1);
    return performance.now() - start;
  },
  async goToPage(page) {
    const start = performance.now();
    show(page);
    await pageDrawn(page);
    return performance.now() - start;
  },
});
