import { useEffect, useRef, useState } from 'react';
import { LogOut, Menu, X } from 'lucide-react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { pages } from '#contract/pages.ts';
import { useBrand } from '../brand.ts';
import { hasRole, useSession, useSessionGuard } from '../session.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import styles from './nav-bar.module.css';

export function NavBar() {
  const brand = useBrand();
  const session = useSession();
  const guard = useSessionGuard();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const atRoot = useLocation().pathname === pages.root;

  useEffect(
    function closeOnEscape() {
      if (!open) return;
      const pressed = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        setOpen(false);
        toggle.current?.focus();
      };
      document.addEventListener('keydown', pressed);
      return () => document.removeEventListener('keydown', pressed);
    },
    [open],
  );

  async function logOut() {
    await guard.leave();
    await navigate(pages.login);
  }

  return (
    <header className={styles.bar}>
      <Link to={pages.root} className={styles.brand}>
        <BrandMark logoUrl={brand.logo_url} />
        <span>EGD Library</span>
      </Link>
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
          {/* The main page answers at / as well. */}
          <NavLink to={atRoot ? pages.root : pages.main} end onClick={() => setOpen(false)}>
            Main
          </NavLink>
          {hasRole(session, 'EGD_LIB_EDIT') && (
            <NavLink to={pages.manage} onClick={() => setOpen(false)}>
              Manage
            </NavLink>
          )}
          <NavLink to={pages.about} onClick={() => setOpen(false)}>
            About
          </NavLink>
          <NavLink to={pages.faq} onClick={() => setOpen(false)}>
            FAQ
          </NavLink>
        </nav>
        <span className={styles.greeting}>Hi, {session.username}</span>
        <ThemeSwitch />
        <IconButton onClick={logOut}>
          <LogOut size="1.125rem" aria-hidden />
          Logout
        </IconButton>
      </div>
    </header>
  );
}
