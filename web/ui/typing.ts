const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range']);

/** Whether this is where text is typed: such a field has keys, an undo and a clipboard of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLElement && target.matches('textarea, select, [contenteditable]');
}
