import { GenericL10n } from './pdf-js.ts';

/** Where pdf.js puts pages: the element that scrolls, and in it the one that holds the page. */
export type PageHost = { container: HTMLDivElement; pages: HTMLDivElement };

// pdf.js's translator, which gives pages and links their names for screen readers, never lets go
// of an element it has seen. So there is one translator, and hosts are used again.
let translator: GenericL10n | null = null;
const free: PageHost[] = [];

export function sharedTranslator(): GenericL10n {
  translator ??= new GenericL10n(undefined);
  return translator;
}

export function takeHost(): PageHost {
  return free.pop() ?? newHost();
}

export function giveBackHost(host: PageHost): void {
  host.container.remove();
  host.pages.removeAttribute('style');
  free.push(host);
}

function newHost(): PageHost {
  const container = document.createElement('div');
  const pages = document.createElement('div');
  pages.className = 'pdfViewer';
  container.append(pages);
  container.tabIndex = 0; // scrolled by keyboard, too
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', 'Pages');
  void sharedTranslator().translate(container);
  return { container, pages };
}
