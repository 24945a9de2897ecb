type Theme = 'light' | 'dark';

// A cookie, because logging out clears local and session storage (specification, section 4) and
// the choice should outlive that. `public/theme.js` reads it before the first paint.
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  window.dispatchEvent(new Event(themeChosen));
}

/** The theme on the screen: the reader's choice, else the system's. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkSystemTheme().matches ? 'dark' : 'light';
}

/** Calls `listener` when the reader or the system changes the theme; returns what stops that. */
export function onThemeChange(listener: () => void): () => void {
  const systemTheme = darkSystemTheme();
  systemTheme.addEventListener('change', listener);
  window.addEventListener(themeChosen, listener);
  return () => {
    systemTheme.removeEventListener('change', listener);
    window.removeEventListener(themeChosen, listener);
  };
}

const themeChosen = 'theme-chosen';

function darkSystemTheme(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}
