import { Users } from 'lucide-react';
import { useClient, useClientState } from '../client/client';
import { personPill } from '../parts/person-pill';
import type { State } from '../store/state';
import { t } from '../strings/strings';
import { type Pill, PillPicker } from '../ui/pill-picker';
import { peopleOfGroup } from './groups-to-write';
import type { Target } from './target';
import { type Addressee, findAddressees } from './typeahead/people';

const MOST_OPTIONS = 20;

function pillOf(state: Pick<State, 'users'>, addressee: Addressee): Pill {
  if (addressee.kind === 'user') return personPill(state, addressee.user.user_id);
  const { group, userIds } = addressee;
  return {
    key: `group ${group.id}`,
    text: group.name,
    note: t('compose.peopleOfGroup', { count: userIds.length }),
    picture: <Users size="1.25rem" aria-hidden="true" />,
  };
}

/** People that a pill stands for. */
function peopleOf(state: State, key: string): readonly number[] {
  const [kind, id] = [key.split(' ')[0], Number(key.split(' ')[1])];
  const group = kind === 'group' ? state.groups.get(id) : undefined;
  return group ? peopleOfGroup(state, group) : [id];
}

interface AddresseesProps {
  userIds: readonly number[];
  onChange: (target: Target) => void;
}

/** People to whom a direct message goes. */
export function Addressees({ userIds, onChange }: AddresseesProps) {
  const { store } = useClient();
  const users = useClientState((state) => state.users);
  const found = (query: string) => findAddressees(store.get(), { query, chosen: userIds, most: MOST_OPTIONS });
  const find = (typed: string): readonly Pill[] => {
    const query = typed.trim();
    return query === '' ? [] : found(query).map((one) => pillOf({ users }, one));
  };
  const change = (ids: readonly number[]): void => onChange({ type: 'direct', userIds: ids });
  return (
    <div className="compose-people">
      <PillPicker
        label={t('compose.addPerson')}
        placeholder={t('compose.addPerson')}
        autoFocus={userIds.length === 0}
        chosen={userIds.map((id) => personPill({ users }, id))}
        find={find}
        onAdd={(key) => change([...new Set([...userIds, ...peopleOf(store.get(), key)])])}
        onRemove={(key) => change(userIds.filter((id) => key !== `user ${id}`))}
      />
    </div>
  );
}
