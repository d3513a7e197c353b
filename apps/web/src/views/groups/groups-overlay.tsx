import { ChevronLeft, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useClientState } from '../../client/client';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { groupText } from '../../parts/group-values';
import { matchesText } from '../../parts/text-match';
import { WhoHas } from '../../parts/who-has';
import { membersOf } from '../../store/groups';
import { mayCreateGroups } from '../../store/group-rights';
import type { UserGroup } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { Dialog } from '../../ui/dialog';
import { CreateGroup } from './create-group';
import { GroupPage } from './group-page';
import '../settings/settings.css';
import '../people/people.css';

type Listed = 'your' | 'all';

interface ListProps {
  listed: Listed;
  currentId: number | undefined;
}

/** Groups by name; those of roles after the others, those out of use only when they are asked for. */
function useGroups(listed: Listed, typed: string, withInactive: boolean): readonly UserGroup[] {
  const groups = useClientState((state) => state.groups);
  const userId = useClientState((state) => state.userId);
  return useMemo(() => {
    const { compare } = new Intl.Collator(languageInUse());
    return [...groups.values()]
      .filter((group) => group.name !== 'role:nobody' && group.name !== 'role:internet')
      .filter((group) => withInactive || !group.deactivated)
      .filter((group) => listed === 'all' || membersOf(groups, group.id).has(userId))
      .filter((group) => matchesText(typed, groupText(group)))
      .sort((a, b) => Number(a.is_system_group) - Number(b.is_system_group) || compare(groupText(a), groupText(b)));
  }, [groups, userId, listed, typed, withInactive]);
}

function GroupList({ listed, currentId }: ListProps) {
  const [typed, setTyped] = useState('');
  const [withInactive, setWithInactive] = useState(false);
  const hasInactive = useClientState((state) => [...state.groups.values()].some((group) => group.deactivated));
  const mayCreate = useClientState(mayCreateGroups);
  const shown = useGroups(listed, typed, withInactive);
  return (
    <div className="settings-list">
      <nav className="tabs" aria-label={tp('groups.lists')}>
        {(['your', 'all'] as const).map((name) => (
          <a key={name} href={`#groups/${name}`} aria-current={name === listed ? 'page' : undefined}>
            {tp(`groups.${name}`)}
          </a>
        ))}
      </nav>
      <input
        type="search"
        className="input"
        aria-label={tp('groups.filter')}
        placeholder={tp('groups.filter')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <nav aria-label={tp('groups.title')}>
        <ul>
          {shown.map((group) => (
            <li key={group.id}>
              <a href={`#groups/${group.id}`} aria-current={group.id === currentId ? 'page' : undefined}>
                <bdi>{groupText(group)}</bdi>
                {group.deactivated && <span className="setting-hint"> {tp('groups.deactivated')}</span>}
              </a>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="settings-nothing">{tp('groups.none')}</p>}
      </nav>
      {hasInactive && (
        <label className="check-line">
          <input type="checkbox" checked={withInactive} onChange={(event) => setWithInactive(event.target.checked)} />
          {tp('groups.showInactive')}
        </label>
      )}
      {mayCreate && (
        <a className="button" href="#groups/new">
          <Plus size="1em" aria-hidden="true" /> {tp('groups.create')}
        </a>
      )}
    </div>
  );
}

function MayNotCreate() {
  const creators = useClientState((state) => state.organization.realm_can_create_groups);
  return (
    <p>
      {tp('groups.mayNotCreate')}
      <WhoHas values={[creators]} href={ORGANIZATION_PERMISSIONS} />
    </p>
  );
}

function Page({ path: [name, tab] }: { path: readonly string[] }) {
  const group = useClientState((state) => state.groups.get(Number(name)));
  const mayCreate = useClientState(mayCreateGroups);
  if (name === 'new') return mayCreate ? <CreateGroup /> : <MayNotCreate />;
  if (group) return <GroupPage key={group.id} group={group} tab={tab} />;
  return <p className="settings-nothing">{isList(name) ? tp('groups.choose') : tp('groupCard.unknown')}</p>;
}

function isList(name: string | undefined): boolean {
  return name === undefined || name === 'your' || name === 'all';
}

interface OverlayProps {
  path: readonly string[];
  onClose: () => void;
}

/** Groups of people: `#groups/your`, `#groups/new`, `#groups/ID/part` (web-details.md F). */
export function GroupsOverlay({ path, onClose }: OverlayProps) {
  const [name] = path;
  const [last, setLast] = useState<Listed>('all');
  const isGuest = useClientState((state) => state.users.get(state.userId)?.is_guest === true);
  const listed = name === 'your' || name === 'all' ? name : last;
  if (listed !== last) setLast(listed);
  if (isGuest) {
    return (
      <Dialog title={tp('groups.title')} size="small" onClose={onClose}>
        <p>{tp('groups.notForGuests')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={tp('groups.title')} size="page" onClose={onClose}>
      <div className="settings" data-page={isList(name) ? undefined : true}>
        <GroupList listed={listed} currentId={Number(name)} />
        <div className="settings-page">
          <div className="settings-body">
            <a className="settings-back icon-button" href={`#groups/${listed}`} aria-label={tp('groups.back')}>
              <ChevronLeft size="1.25rem" aria-hidden="true" />
            </a>
            <Page path={path} />
          </div>
        </div>
      </div>
    </Dialog>
  );
}
