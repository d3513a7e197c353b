import { deleteProfileData, updateProfileData } from '@stoa/contracts/users';
import { useId } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { changed } from '../../store/apply';
import type { Organization } from '../../store/organization';
import type { State } from '../../store/state';
import { ts } from '../../strings/settings-strings';
import { Block } from './parts';
import { PeoplePicker } from './people-picker';
import { FieldType, fieldOptions, peopleOf } from './profile-field-types';
import { RowShell, TypedInput } from './setting-row';

type ProfileField = Organization['custom_profile_fields'][number];

const LONGEST: Readonly<Record<number, number>> = {
  [FieldType.ShortText]: 50,
  [FieldType.LongText]: 500,
  [FieldType.ExternalAccount]: 50,
  [FieldType.Pronouns]: 50,
};

interface ValueProps {
  id: string;
  field: ProfileField;
  value: string;
  describedBy?: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

function Value({ id, field, value, describedBy, isDisabled, onChange }: ValueProps) {
  const common = { id, 'aria-describedby': describedBy, disabled: isDisabled, className: 'input' };
  switch (field.type) {
    case FieldType.Choice:
      return (
        <select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{ts('profile.nothingChosen')}</option>
          {fieldOptions(field.field_data).map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      );
    case FieldType.Date:
      return <input {...common} type="date" value={value} onChange={(event) => onChange(event.target.value)} />;
    case FieldType.People:
      return (
        <PeoplePicker
          id={id}
          label={field.name}
          isDisabled={isDisabled}
          userIds={peopleOf(value)}
          onChange={(ids) => onChange(ids.length === 0 ? '' : JSON.stringify(ids))}
        />
      );
    default:
      return (
        <TypedInput
          id={id}
          value={value}
          describedBy={describedBy}
          isDisabled={isDisabled}
          isLong={field.type === FieldType.LongText}
          maxLength={LONGEST[field.type]}
          onCommit={(typed) => onChange(typed.trim())}
        />
      );
  }
}

/** With another own value of a field; empty is none. */
function withValue(state: State, fieldId: number, value: string): State {
  const user = state.users.get(state.userId);
  if (!user) return state;
  const others = Object.entries(user.profile_data ?? {}).filter(([id]) => id !== String(fieldId));
  const profile_data = Object.fromEntries(value === '' ? others : [...others, [String(fieldId), { value }]]);
  return changed(state, (draft) => draft.write('users').set(user.user_id, { ...user, profile_data }));
}

function request(field: ProfileField, value: string): Promise<unknown> {
  if (value === '') return call(deleteProfileData, { data: [field.id] });
  const sent = field.type === FieldType.People ? [...peopleOf(value)] : value;
  return call(updateProfileData, { data: [{ id: field.id, value: sent }] });
}

function FieldRow({ field }: { field: ProfileField }) {
  const id = useId();
  const { store } = useClient();
  const value = useClientState((state) => state.users.get(state.userId)?.profile_data?.[field.id]?.value ?? '');
  const isAdmin = useClientState((state) => state.users.get(state.userId)?.is_admin === true);
  const isLocked = field.editable_by_user === false && !isAdmin;
  const [saving, save] = useSaving();
  const change = (next: string): void => {
    if (next === value) return;
    store.update((state) => withValue(state, field.id, next));
    void save(
      () => request(field, next),
      () => store.update((state) => withValue(state, field.id, value)),
    );
  };
  const isMissing = field.required === true && value === '';
  const hint = [field.hint, isMissing ? ts('profile.required') : '', isLocked ? ts('profile.fieldLocked') : ''].filter(
    Boolean,
  );
  return (
    <RowShell
      labelId={`${id}-label`}
      controlId={id}
      label={field.name}
      hint={hint.join(' ')}
      saving={saving}
      isStacked={field.type !== FieldType.Choice && field.type !== FieldType.Date}
    >
      <Value
        id={id}
        field={field}
        value={value}
        describedBy={hint.length > 0 ? `${id}-hint` : undefined}
        isDisabled={isLocked}
        onChange={change}
      />
    </RowShell>
  );
}

/** What the organization asks everybody about. */
export function ProfileFields() {
  const fields = useClientState((state) => state.organization.custom_profile_fields);
  if (fields.length === 0) return null;
  return (
    <Block title={ts('profile.fields')}>
      {[...fields]
        .sort((a, b) => a.order - b.order)
        .map((field) => (
          <FieldRow key={field.id} field={field} />
        ))}
    </Block>
  );
}
