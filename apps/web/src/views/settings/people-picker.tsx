import { useCallback } from 'react';
import { useClientState } from '../../client/client';
import { personPill } from '../../parts/person-pill';
import type { State } from '../../store/state';
import { languageInUse } from '../../strings/strings';
import { type Pill, PillPicker } from '../../ui/pill-picker';
import { matching } from './parts';

const MOST_OPTIONS = 20;

/** People who may be added for what was typed: active humans by name, or all whom `isOffered` takes. */
function findPeople(
  state: Pick<State, 'users'>,
  typed: string,
  isOffered: (userId: number) => boolean = () => true,
): readonly Pill[] {
  const people = [...state.users.values()].filter((user) => user.is_active && !user.is_bot && isOffered(user.user_id));
  const found = matching(people, (user) => `${user.full_name} ${user.delivery_email ?? ''}`, typed);
  const { compare } = new Intl.Collator(languageInUse());
  return [...found]
    .sort((a, b) => compare(a.full_name, b.full_name))
    .slice(0, MOST_OPTIONS)
    .map((user) => personPill(state, user.user_id));
}

/** The id in the key of a pill. */
function idOfKey(key: string): number {
  return Number(key.split(' ')[1]);
}

interface PeoplePickerProps {
  id?: string;
  label: string;
  userIds: readonly number[];
  onChange: (userIds: readonly number[]) => void;
  isDisabled?: boolean;
  placeholder?: string;
  isOffered?: (userId: number) => boolean;
}

/** Several people. */
export function PeoplePicker({ userIds, onChange, isOffered, ...rest }: PeoplePickerProps) {
  const users = useClientState((state) => state.users);
  const find = useCallback((typed: string) => findPeople({ users }, typed, isOffered), [users, isOffered]);
  return (
    <PillPicker
      {...rest}
      chosen={userIds.map((id) => personPill({ users }, id))}
      find={find}
      onAdd={(key) => onChange([...userIds, idOfKey(key)])}
      onRemove={(key) => onChange(userIds.filter((id) => id !== idOfKey(key)))}
    />
  );
}
