import { useState } from 'react';
import { useSession } from '../../session.ts';
import { listedCommands } from '../../ui/commands.ts';
import { Keys } from '../../ui/keys.tsx';
import keys from '../../ui/keys.module.css';
import { readSingleKeys, saveSingleKeys } from '../single-keys.ts';
import styles from './account.module.css';

/** The switch of single keys, and all keys that there are. */
export function KeyList() {
  const session = useSession();
  const [isOn, setOn] = useState(() => readSingleKeys(session));

  function change(next: boolean) {
    saveSingleKeys(session, next);
    setOn(next);
  }

  return (
    <section className={styles.section} aria-labelledby="keys">
      <h2 id="keys" translate="yes">
        Keyboard
      </h2>
      <label translate="yes">
        <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />{' '}
        Use single letters, digits and signs as keys
      </label>
      <p className={styles.hint} translate="yes">
        Letters work while a document has the focus, digits in the list of changes of a case. Turn
        them off if you use speech input, or press keys by accident.
      </p>
      <details>
        <summary translate="yes">All keys</summary>
        <ul className={`${keys.keys} ${styles.keys}`}>
          {listedCommands().map(({ id, name }) => (
            <li key={id}>
              {name}: <Keys of={id} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
