import { Choices } from '../../ui/choices.tsx';
import { textOfVisibility, type Visibility, visibilityOf } from './notes-screen.ts';

type Props = {
  label: string;
  value: Visibility;
  /** Those of the user. */
  groups: readonly string[];
  choose: (visibility: Visibility) => void;
};

/** Private, everyone, or a group. */
export function VisibilityChoice({ label, value, groups, choose }: Props) {
  const { group } = value;
  // Its author may have left the group since.
  const all = group === null || groups.includes(group) ? groups : [...groups, group];
  return (
    <Choices
      label={label}
      options={[
        { value: 'private', name: 'Private' },
        { value: 'everyone', name: 'Everyone' },
        ...all.map((name) => ({ value: `group ${name}`, name: `Group ${name}` })),
      ]}
      value={textOfVisibility(value)}
      choose={(chosen) => choose(visibilityOf(chosen))}
    />
  );
}
