import { recall, remember } from '../remembered.ts';
import type { ReaderSession } from '../session.ts';
import { setSingleKeys } from '../ui/commands.ts';

const setting = 'single-keys';

/** Whether this person uses keys without Ctrl or Alt. Kept by account: some computers are shared. */
export function readSingleKeys({ account, username }: ReaderSession): boolean {
  const isOn = recall(account ?? username, setting) !== 'off';
  setSingleKeys(isOn);
  return isOn;
}

export function saveSingleKeys({ account, username }: ReaderSession, isOn: boolean): void {
  remember(account ?? username, setting, isOn ? 'on' : 'off');
  setSingleKeys(isOn);
}
