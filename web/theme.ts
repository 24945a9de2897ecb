type Theme = 'light' | 'dark';

// A cookie, because logging out clears local and session storage (specification, section 4) and
// the choice should outlive that. `public/theme.js` reads it before the first paint.
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  window.dispatchEvent(new Event(themeChosen));
}

/** What is on screen now: the reader's choice, else what the system asks for. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemWantsDark().matches ? 'dark' : 'light';
}

/** Calls back when the reader or the system changes the theme, until undone. */
export function onThemeChange(changed: () => void): () => void {
  const wish = systemWantsDark();
  wish.addEventListener('change', changed);
  window.addEventListener(themeChosen, changed);
  return () => {
    wish.removeEventListener('change', changed);
    window.removeEventListener(themeChosen, changed);
  };
}

const themeChosen = 'theme-chosen';

function systemWantsDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}
