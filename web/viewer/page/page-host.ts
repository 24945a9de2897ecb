import { GenericL10n } from '../pdf-js/pdf-js.ts';

/** Where pdf.js puts pages: `container` scrolls, and in it `pages` holds the pages shown. */
export type PageHost = { container: HTMLDivElement; pages: HTMLDivElement };

// pdf.js's translator, which gives pages and links their names for screen readers, keeps every
// element it was given for ever. So all documents share one translator, and hosts are reused.
let translator: GenericL10n | null = null;
const freeHosts: PageHost[] = [];

export function sharedTranslator(): GenericL10n {
  translator ??= new GenericL10n(undefined);
  return translator;
}

/** Makes the first host before there is a document, as that takes some milliseconds. */
export function prepareHost(): void {
  if (translator === null) freeHosts.push(createHost());
}

export function acquireHost(): PageHost {
  return freeHosts.pop() ?? createHost();
}

export function releaseHost(host: PageHost): void {
  host.container.remove();
  host.pages.removeAttribute('style');
  freeHosts.push(host);
}

/** Of a page that is wider than the viewer, its middle is shown first. */
export function showMiddle(container: HTMLElement): void {
  container.scrollLeft = (container.scrollWidth - container.clientWidth) / 2;
}

function createHost(): PageHost {
  const container = document.createElement('div');
  const pages = document.createElement('div');
  pages.className = 'pdfViewer';
  container.append(pages);
  container.tabIndex = 0; // so that the keyboard can scroll it
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', 'Pages');
  void sharedTranslator().translate(container);
  return { container, pages };
}
