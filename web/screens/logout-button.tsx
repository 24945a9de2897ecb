import { useState } from 'react';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { pages } from '#contract/pages.ts';
import { useSession, useSessionGuard } from '../session.ts';
import { Button } from '../ui/button/button.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { askedBefore, sendUnsaved } from '../unsaved.ts';

const nothing = { unsaved: 0, lost: 0 };

/** Asks first if something is not saved that cannot be sent now. */
export function LogoutButton() {
  const { account, username } = useSession();
  const guard = useSessionGuard();
  const navigate = useNavigate();
  const [{ unsaved, lost }, setLeft] = useState(nothing);

  async function leave() {
    const elsewhere = await guard.leave();
    if (elsewhere === null) await navigate(pages.login, { state: askedBefore });
    else window.location.assign(elsewhere);
  }

  async function logOut() {
    const left = await sendUnsaved(account ?? username);
    if (left.unsaved === 0) await leave();
    else setLeft(left);
  }

  return (
    <>
      <IconButton onClick={() => void logOut()}>
        <LogOut size="1.125rem" aria-hidden />
        Logout
      </IconButton>
      {unsaved > 0 && (
        <Dialog
          title={unsaved === 1 ? '1 change is not saved' : `${unsaved} changes are not saved`}
          onClose={() => setLeft(nothing)}
          actions={
            <>
              <Button onClick={() => void leave()}>Log out</Button>
              <Button variant="primary" onClick={() => setLeft(nothing)}>
                Stay
              </Button>
            </>
          }
        >
          <p>
            {lost === 0
              ? 'This browser keeps them and saves them when you sign in here again.'
              : `Logging out loses ${lost === unsaved ? 'them' : `${lost} of them`}.`}
          </p>
        </Dialog>
      )}
    </>
  );
}
