import { bindCommands } from '../../ui/commands.ts';

/** The text that is copied; null while it is still being gathered. */
type Selected = { text: string | null; gathering: Promise<void> };

/**
 * Ctrl+A selects the document, not the application around it: the pages that are drawn are marked, and
 * what is copied is the text of all pages.
 */
export function listenToSelectAll(
  pages: HTMLElement,
  gatherText: () => Promise<string>,
  signal: AbortSignal,
): void {
  let selected: Selected | null = null;

  function selectAll(): void {
    getSelection()?.selectAllChildren(pages);
    selected = gather();
  }

  function gather(): Selected {
    const now: Selected = { text: null, gathering: Promise.resolve() };
    now.gathering = gatherText().then(
      (text) => void (now.text = text),
      (error: unknown) => console.error('Failed to read the text of the document', error),
    );
    return now;
  }

  function forgetIfChanged(): void {
    const selection = getSelection();
    const isAll =
      selection?.anchorNode === pages && selection.focusNode === pages && !selection.isCollapsed;
    if (!isAll) selected = null;
  }

  function copy(event: ClipboardEvent): void {
    forgetIfChanged(); // its event may come later than this one
    if (selected === null) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // pdf.js would copy, too
    const { text } = selected;
    if (text === null) void selected.gathering.then(copyAgain);
    else event.clipboardData?.setData('text/plain', text);
  }

  // By the Clipboard API, which outlives the key press; over plain HTTP browsers do not have it.
  async function copyAgain(): Promise<void> {
    const text = selected?.text ?? null;
    if (text === null) return;
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) document.execCommand('copy');
    else await clipboard.writeText(text).catch(() => document.execCommand('copy'));
  }

  signal.addEventListener('abort', bindCommands({ selectAll }));
  document.addEventListener('selectionchange', forgetIfChanged, { signal });
  document.addEventListener('copy', copy, { signal, capture: true });
}
