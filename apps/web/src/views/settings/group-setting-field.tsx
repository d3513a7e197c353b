import type { GroupSettingValue } from '@stoa/contracts/users';
import { type PermissionSetting, isSameGroupValue } from '@stoa/policy';
import { User, Users } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { useSaving } from '../../client/saving';
import { useClientState } from '../../client/client';
import {
  type ValuePart,
  groupText,
  isEmptyRefused,
  partsOf,
  partsToAdd,
  systemChoices,
  valueOf,
} from '../../parts/group-values';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { type Pill, PillPicker } from '../../ui/pill-picker';
import { RowShell } from './setting-row';

const MOST_OPTIONS = 20;

function pillOf({ key, kind, name }: ValuePart): Pill {
  const Icon = kind === 'group' ? Users : User;
  return { key, text: name, picture: <Icon size="0.875em" aria-hidden="true" /> };
}

interface PickerProps {
  id?: string;
  label: string;
  value: GroupSettingValue;
  /** What the setting accepts. */
  setting: PermissionSetting;
  isDisabled?: boolean;
  onChange: (value: GroupSettingValue) => void;
}

/** For settings that only accept a role. */
function RolePicker({ id, label, value, setting, isDisabled, onChange }: PickerProps) {
  const groups = useClientState((state) => state.groups);
  const users = useClientState((state) => state.users);
  const choices = systemChoices({ groups, users }, setting);
  const isListed = choices.some((group) => group.id === value);
  return (
    <select
      id={id}
      className="input select"
      aria-label={label}
      disabled={isDisabled}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {!isListed && (
        <option value={typeof value === 'number' ? value : ''}>
          {partsOf({ groups, users }, value)
            .map(({ name }) => name)
            .join(', ')}
        </option>
      )}
      {choices.map((group) => (
        <option key={group.id} value={group.id}>
          {groupText(group)}
        </option>
      ))}
    </select>
  );
}

/** Who has a permission: roles, groups and people as pills; nobody is none of them. */
export function GroupSettingPicker(props: PickerProps) {
  const { id, label, value, setting, isDisabled, onChange } = props;
  const groups = useClientState((state) => state.groups);
  const users = useClientState((state) => state.users);
  const parts = partsOf({ groups, users }, value);
  const find = useCallback(
    (typed: string) => partsToAdd({ groups, users }, setting, typed).slice(0, MOST_OPTIONS).map(pillOf),
    [groups, users, setting],
  );
  if (setting.requiresSystemGroup) return <RolePicker {...props} />;
  const change = (next: readonly Pick<ValuePart, 'kind' | 'id'>[]): void => onChange(valueOf({ groups, users }, next));
  return (
    <PillPicker
      id={id}
      label={label}
      chosen={isDisabled && parts.length === 0 ? [{ key: 'nobody', text: ts('group.role:nobody') }] : parts.map(pillOf)}
      find={find}
      isDisabled={isDisabled}
      placeholder={parts.length === 0 ? ts('group.role:nobody') : ts('group.add')}
      onAdd={(key) => {
        const [kind, partId] = key.split(' ');
        change([...parts, { kind: kind === 'group' ? 'group' : 'user', id: Number(partId) }]);
      }}
      onRemove={(key) => change(parts.filter((part) => part.key !== key))}
    />
  );
}

interface GroupSettingFieldProps extends Omit<PickerProps, 'id' | 'onChange'> {
  hint?: ReactNode;
  /** Resolves when the service has accepted it. */
  onSave: (change: { new: GroupSettingValue; old: GroupSettingValue }) => Promise<unknown>;
}

/**
 * A permission setting: what is chosen counts when it is saved, because several steps lead to a value. What the service
 * refuses stays on the screen, beside its words.
 */
export function GroupSettingField({ label, hint, value, setting, isDisabled, onSave }: GroupSettingFieldProps) {
  const id = useId();
  const state = useClientState((whole) => whole);
  const [chosen, setChosen] = useState<GroupSettingValue>();
  const [saving, save] = useSaving();
  const shown = chosen ?? value;
  const isChanged = !isSameGroupValue(shown, value);
  const isRefused = isEmptyRefused(state, setting, shown);
  const commit = async (): Promise<void> => {
    if (await save(() => onSave({ new: shown, old: value }))) setChosen(undefined);
  };
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={label} hint={hint} saving={saving} isStacked>
      <div className="group-setting">
        <GroupSettingPicker {...{ id, label, value: shown, setting, isDisabled }} onChange={setChosen} />
        {isRefused && <p className="field-error">{ts('group.notNobody')}</p>}
        {isChanged && !isDisabled && (
          <div className="item-actions">
            <Button onClick={() => setChosen(undefined)}>{ts('group.discard')}</Button>
            <Button
              kind="primary"
              disabled={isRefused || saving.kind === 'saving'}
              onClick={() => void commit()}
              aria-label={ts('group.saveOf', { setting: label })}
            >
              {ts('group.save')}
            </Button>
          </div>
        )}
      </div>
    </RowShell>
  );
}
