/** The key that goes with a letter in a shortcut, as the keyboard names it. */
export const controlKey = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl';
