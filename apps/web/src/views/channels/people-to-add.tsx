import { useCallback, useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import { loadSubscribers } from '../../parts/channel-actions';
import { partsOf, partsToAdd, valueOf } from '../../parts/group-values';
import { matchesText } from '../../parts/text-match';
import { membersOf } from '../../store/groups';
import type { State } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { type Pill, PillPicker } from '../../ui/pill-picker';

const MOST_OPTIONS = 20;

/** Roles, groups and people, as everybody may be chosen. */
const ANYBODY = CHANNEL_PERMISSION_SETTINGS.can_send_message_group;

function channelPill(id: number, name: string): Pill {
  return { key: `channel ${id}`, text: `#${name}` };
}

/** Who may be chosen for what was typed: roles, groups, people and everybody of a channel. */
function find(state: State, typed: string): readonly Pill[] {
  const groups = partsToAdd(state, ANYBODY, typed.replace(/^#/, ''));
  const channels = [...state.channels.values()].filter(
    (channel) => !channel.is_archived && matchesText(typed.replace(/^#/, ''), channel.name),
  );
  const parts = groups.map(({ key, name }) => ({ key, text: name }));
  const rest = channels.map(({ stream_id, name }) => channelPill(stream_id, name));
  return (typed.startsWith('#') ? rest : [...parts, ...rest]).slice(0, MOST_OPTIONS);
}

/** Active accounts that chosen pills stand for; subscribers of channels as far as they are known. */
export function usersOfPills(state: State, keys: readonly string[]): readonly number[] {
  const ids = keys.flatMap((key) => {
    const [kind, id] = [key.split(' ')[0], Number(key.split(' ')[1])];
    if (kind === 'user') return [id];
    return kind === 'group' ? [...membersOf(state.groups, id)] : [...(state.subscribers.get(id)?.ids ?? [])];
  });
  return [...new Set(ids)].filter((id) => state.users.get(id)?.is_active === true);
}

interface PeopleToAddProps {
  label: string;
  keys: readonly string[];
  onChange: (keys: readonly string[]) => void;
}

/** Chooses people, groups and everybody of other channels. */
export function PeopleToAdd({ label, keys, onChange }: PeopleToAddProps) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const [signal] = useState(() => client.signal);
  const [failed, setFailed] = useState(false);
  const chosen = useMemo(() => keys.map((key) => pillOf(state, key)), [state, keys]);
  const finding = useCallback((typed: string) => find(client.store.get(), typed), [client]);
  const add = (key: string): void => {
    onChange([...keys, key]);
    const [kind, id] = key.split(' ');
    if (kind !== 'channel') return;
    setFailed(false);
    loadSubscribers(client, Number(id), signal).catch(() => {
      if (!signal.aborted) setFailed(true);
    });
  };
  return (
    <>
      <PillPicker
        label={label}
        chosen={chosen}
        find={finding}
        onAdd={add}
        onRemove={(key) => onChange(keys.filter((other) => other !== key))}
        placeholder={tc('people.placeholder')}
      />
      <p role="status" className="setting-hint">
        {tc('people.count', { count: usersOfPills(state, keys).length })}
      </p>
      {failed && (
        <p role="alert" className="field-error">
          {tc('people.notLoaded')}
        </p>
      )}
    </>
  );
}

function pillOf(state: State, key: string): Pill {
  const [kind, id] = [key.split(' ')[0], Number(key.split(' ')[1])];
  if (kind === 'channel') return channelPill(id, state.channels.get(id)?.name ?? '');
  const value = valueOf(state, [{ kind: kind === 'group' ? 'group' : 'user', id }]);
  return { key, text: partsOf(state, value)[0]?.name ?? '' };
}
