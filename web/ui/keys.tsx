import { type CommandId, shownKeys } from './commands.ts';

/** The keys of a command, as a line of help has them. */
export function Keys({ of }: { of: CommandId }) {
  return shownKeys(of).map((key, at) => (
    <span key={key}>
      {at > 0 && ' or '}
      <kbd>{key}</kbd>
    </span>
  ));
}
