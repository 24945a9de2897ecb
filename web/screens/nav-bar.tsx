import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { Menu, Search, X } from 'lucide-react';
import { Link, NavLink, type To, useLocation, useNavigation } from 'react-router';
import { pages } from '#contract/pages.ts';
import { useBrand } from '../brand.ts';
import { hasRole, isMain, mayOpenCases, mayOpenTab, useSession } from '../session.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { ariaKeys, shownKeys, useCommands } from '../ui/commands.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { LogoutButton } from './logout-button.tsx';
import styles from './nav-bar.module.css';

// With the count of what is due, which others do not load. Without it the bar, and so each screen, would fail.
const CasesLink = lazy(() =>
  import('./cases/cases-link.tsx').then(
    ({ CasesLink: WithCount }) => ({ default: WithCount }),
    () => ({ default: PlainCasesLink }),
  ),
);

function PlainCasesLink({ onClick }: { onClick: () => void }) {
  return (
    <NavLink to={pages.cases} onClick={onClick}>
      Cases
    </NavLink>
  );
}

/** `onFind` opens the dialog that finds any document. */
export function NavBar({ onFind }: { onFind: () => void }) {
  const brand = useBrand();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const main = useMainAddress();

  function goToMain(event: MouseEvent) {
    setOpen(false);
    if (isMain(window.location.pathname) && isPlain(event)) event.preventDefault(); // it is open
  }

  function close() {
    setOpen(false);
    toggle.current?.focus();
  }

  useCommands({ dismiss: close }, open);

  return (
    <header className={styles.bar}>
      <Link to={pages.root} className={styles.brand}>
        <BrandMark logoUrl={brand.logo_url} />
        <span>EGD Library</span>
      </Link>
      <button
        type="button"
        className={styles.find}
        aria-keyshortcuts={ariaKeys('quickOpen')}
        title={`Quick open: any document by its number or title (${shownKeys('quickOpen')[0]})`}
        onClick={onFind}
      >
        <Search size="1.125rem" aria-hidden />
        <span>Quick open</span>
        <kbd aria-hidden>{shownKeys('quickOpen')[0]}</kbd>
      </button>
      <IconButton
        ref={toggle}
        className={styles.toggle}
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls="menu"
        aria-label="Menu"
      >
        {open ? <X size="1.25rem" aria-hidden /> : <Menu size="1.25rem" aria-hidden />}
      </IconButton>
      <div id="menu" className={styles.menu} data-open={open}>
        <nav className={styles.links} aria-label="Main navigation">
          <NavLink to={main} end onClick={goToMain}>
            Main
          </NavLink>
          <NavLink to={pages.redline} onClick={() => setOpen(false)}>
            Compare
          </NavLink>
          {mayOpenCases(session) && (
            <Suspense>
              <CasesLink onClick={() => setOpen(false)} />
            </Suspense>
          )}
          {mayOpenTab(session, 'history') && (
            <NavLink to={pages.manage} onClick={() => setOpen(false)}>
              {hasRole(session, 'EGD_LIB_EDIT') ? 'Manage' : 'Audit'}
            </NavLink>
          )}
          <NavLink to={pages.about} onClick={() => setOpen(false)}>
            About
          </NavLink>
          <NavLink to={pages.faq} onClick={() => setOpen(false)}>
            FAQ
          </NavLink>
        </nav>
        <NavLink
          to={pages.account}
          className={() => styles.greeting}
          title={`${session.username}: your password and sessions`}
          onClick={() => setOpen(false)}
        >
          Hi, {session.username}
        </NavLink>
        <ThemeSwitch />
        <LogoutButton />
      </div>
    </header>
  );
}

/** Where Main leads: to the main page as it was left, with its document and page. */
function useMainAddress(): To {
  const { pathname } = useLocation();
  useNavigation(); // renders this also when a navigation begins
  // The browser's address, not the router's, has the page that the reader turned to. It still has it
  // while the guard is asked about the next screen.
  const now = window.location;
  const [left, setLeft] = useState('');
  if (isMain(now.pathname) && now.search !== left) setLeft(now.search);
  return { pathname: pathname === pages.root ? pages.root : pages.main, search: left };
}

/** Not one that opens another tab or window. */
function isPlain({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey);
}
