import { deleteProfileData, updateProfileData, updateUser } from '@stoa/contracts/users';
import { useId } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useSaving } from '../../client/saving';
import { changed } from '../../store/apply';
import type { Organization } from '../../store/organization';
import type { State } from '../../store/state';
import { ts } from '../../strings/settings-strings';
import { Block, WhoTheyAre } from './parts';
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

interface OfUser {
  userId: number;
  fieldId: number;
  value: string;
}

/** With another value of somebody's field; empty is none. */
function withValue(state: State, { userId, fieldId, value }: OfUser): State {
  const user = state.users.get(userId);
  if (!user) return state;
  const others = Object.entries(user.profile_data ?? {}).filter(([id]) => id !== String(fieldId));
  const profile_data = Object.fromEntries(value === '' ? others : [...others, [String(fieldId), { value }]]);
  return changed(state, (draft) => draft.write('users').set(user.user_id, { ...user, profile_data }));
}

function requestOwn(field: ProfileField, value: string): Promise<unknown> {
  if (value === '') return call(deleteProfileData, { data: [field.id] });
  return call(updateProfileData, { data: [{ id: field.id, value: sentOf(field, value) }] });
}

function sentOf({ type }: ProfileField, value: string): string | number[] {
  return type === FieldType.People ? [...peopleOf(value)] : value;
}

function FieldRow({ field, userId }: { field: ProfileField; userId: number }) {
  const id = useId();
  const { store } = useClient();
  const value = useClientState((state) => state.users.get(userId)?.profile_data?.[field.id]?.value ?? '');
  const isOwn = useClientState((state) => state.userId === userId);
  const isAdmin = useClientState((state) => state.users.get(state.userId)?.is_admin === true);
  const isLocked = field.editable_by_user === false && !isAdmin;
  const [saving, save] = useSaving();
  const change = (next: string): void => {
    if (next === value) return;
    const show = (shown: string): void =>
      store.update((state) => withValue(state, { userId, fieldId: field.id, value: shown }));
    show(next);
    const profile_data = [{ id: field.id, value: sentOf(field, next) }];
    void save(
      () => (isOwn ? requestOwn(field, next) : call(updateUser, { user_id: userId, profile_data })),
      () => show(value),
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
      hint={
        hint.length > 0 && (
          <>
            {hint.join(' ')} {isLocked && <WhoTheyAre />}
          </>
        )
      }
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

/** What the organization asks everybody about; of somebody else, administrators answer it. */
export function ProfileFields({ userId }: { userId: number }) {
  const fields = useClientState((state) => state.organization.custom_profile_fields);
  const isOwn = useClientState((state) => state.userId === userId);
  if (fields.length === 0) return null;
  return (
    <Block title={ts(isOwn ? 'profile.fields' : 'profile.fieldsOfOthers')}>
      {[...fields]
        .sort((a, b) => a.order - b.order)
        .map((field) => (
          <FieldRow key={field.id} field={field} userId={userId} />
        ))}
    </Block>
  );
}
