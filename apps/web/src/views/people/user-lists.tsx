import { useClientState } from '../../client/client';
import type { User } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { FilteredList } from '../settings/parts';

/** Groups that somebody was put into; those of roles follow from the role. */
export function UserGroups({ user: { user_id: id } }: { user: User }) {
  const groups = useClientState((state) => state.groups);
  const { compare } = new Intl.Collator(languageInUse());
  const rows = [...groups.values()]
    .filter((group) => !group.is_system_group && !group.deactivated && group.members.includes(id))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <FilteredList
      items={rows}
      textOf={({ name, description }) => `${name} ${description}`}
      keyOf={(group) => group.id}
      label={tp('profile.groups')}
      empty={tp('profile.noGroups')}
    >
      {({ id: groupId, name, description }) => (
        <span className="item-text">
          <a className="item-link" href={`#groups/${groupId}`}>
            <bdi>{name}</bdi>
          </a>
          {description !== '' && <span className="setting-hint">{description}</span>}
        </span>
      )}
    </FilteredList>
  );
}
