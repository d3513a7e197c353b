import { Users } from 'lucide-react';
import { useClientState } from '../../client/client';
import { groupText } from '../../parts/group-values';
import { type OpenCard, openCard } from '../../parts/people-cards';
import { PresenceMark } from '../../parts/presence-mark';
import { membersOf } from '../../store/groups';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Popover } from '../../ui/popover';
import { CardItem } from './card-item';
import './people.css';

const MOST_MEMBERS = 12;

function Members({ groupId, anchor }: { groupId: number; anchor: Element }) {
  const groups = useClientState((state) => state.groups);
  const users = useClientState((state) => state.users);
  const { compare } = new Intl.Collator(languageInUse());
  const members = [...membersOf(groups, groupId)].map((id) => userOf({ users }, id)).filter((user) => user.is_active);
  const shown = members.sort((a, b) => compare(a.full_name, b.full_name)).slice(0, MOST_MEMBERS);
  return (
    <>
      <p>{tp('groupCard.members', { count: members.length })}</p>
      <ul className="card-items">
        {shown.map(({ user_id, full_name, avatar_url }) => (
          <li key={user_id}>
            <button
              type="button"
              className="card-item"
              onClick={() => openCard.set({ kind: 'user', id: user_id, anchor })}
            >
              <Avatar userId={user_id} name={full_name} url={avatar_url} size={1.5} />
              <bdi>{full_name}</bdi>
              <PresenceMark userId={user_id} />
            </button>
          </li>
        ))}
      </ul>
      {members.length > shown.length && <p>{tp('groupCard.more', { count: members.length - shown.length })}</p>}
    </>
  );
}

function Subgroups({ ids }: { ids: readonly number[] }) {
  const names = useClientState((state) =>
    ids
      .flatMap((id) => state.groups.get(id) ?? [])
      .map(groupText)
      .join(', '),
  );
  return names === '' ? null : (
    <p>
      {tp('groupCard.subgroups')} <bdi>{names}</bdi>
    </p>
  );
}

/** What a group is for, and who is in it (web-details.md C.8). */
export function GroupCard({ id, anchor, onClose }: OpenCard & { onClose: () => void }) {
  const group = useClientState((state) => state.groups.get(id));
  const name = group ? groupText(group) : tp('groups.title');
  const isGuest = useClientState((state) => userOf(state, state.userId).is_guest);
  return (
    <Popover
      open
      anchor={anchor}
      label={tp('card.about', { name })}
      side="right"
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="user-card">
        {group ? (
          <>
            <div className="user-facts">
              <h2>
                <bdi>{name}</bdi>
              </h2>
              {group.deactivated && <p>{tp('groupCard.deactivated')}</p>}
              {!group.is_system_group && group.description !== '' && <p dir="auto">{group.description}</p>}
            </div>
            <Subgroups ids={group.direct_subgroup_ids} />
            <Members groupId={id} anchor={anchor} />
            {!isGuest && (
              <ul className="card-items">
                <CardItem icon={Users} href={`#groups/${id}`} onPress={onClose}>
                  {tp('groupCard.settings')}
                </CardItem>
              </ul>
            )}
          </>
        ) : (
          <p>{tp('groupCard.unknown')}</p>
        )}
      </div>
    </Popover>
  );
}
