import { useState } from 'react';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { pages } from '#contract/pages.ts';
import { useSession, useSessionGuard } from '../session.ts';
import { Button } from '../ui/button/button.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { isKeepingUnsaved, sendUnsaved } from '../unsaved.ts';

/** Asks first if something is not saved that cannot be sent now. */
export function LogoutButton() {
  const { account } = useSession();
  const guard = useSessionGuard();
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState(0);

  async function leave() {
    const elsewhere = await guard.leave();
    if (elsewhere === null) await navigate(pages.login);
    else window.location.assign(elsewhere);
  }

  async function logOut() {
    const left = account === undefined ? 0 : await sendUnsaved(account);
    if (left === 0) await leave();
    else setUnsaved(left);
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
          onClose={() => setUnsaved(0)}
          actions={
            <>
              <Button onClick={() => void leave()}>Log out</Button>
              <Button variant="primary" onClick={() => setUnsaved(0)}>
                Stay
              </Button>
            </>
          }
        >
          <p>
            {isKeepingUnsaved()
              ? 'This browser keeps them. They are sent when you sign in here again.'
              : 'This browser cannot keep them. Logging out loses them.'}
          </p>
        </Dialog>
      )}
    </>
  );
}
