import { useSyncExternalStore } from 'react';
import { Moon, Sun } from 'lucide-react';
import { chooseTheme, onThemeChange, shownTheme } from '../theme.ts';
import { IconButton } from './button/icon-button.tsx';

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, shownTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      onClick={() => chooseTheme(other)}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
    >
      {theme === 'dark' ? (
        <Sun size="1.125rem" aria-hidden />
      ) : (
        <Moon size="1.125rem" aria-hidden />
      )}
    </IconButton>
  );
}
