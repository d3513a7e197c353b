import { type ProfileFieldObject, createProfileField, updateProfileField } from '@stoa/contracts/organization';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { ts } from '../../strings/settings-strings';
import { FormDialog } from '../settings/form-dialog';
import { FormField } from '../settings/parts';
import { FieldType } from '../settings/profile-field-types';
import { type AccountKind, accountOf, choicesFrom, choicesText, fieldDataFor } from './profile-field-data';

const LONGEST_NAME = 40;
const LONGEST_HINT = 80;
/** Types whose values are too long for a card. */
const NOT_ON_CARDS: readonly number[] = [FieldType.People];

interface ValuesProps {
  account: AccountKind;
  onChange: (account: AccountKind) => void;
}

/** Which service an account is of; a service of one's own says where its profiles are. */
function AccountFields({ account, onChange }: ValuesProps) {
  const known = useClientState((state) => state.organization.realm_default_external_accounts);
  return (
    <>
      <FormField label={ts('profileFields.account')}>
        <select
          className="input select"
          value={account.subtype}
          onChange={(event) => onChange({ ...account, subtype: event.target.value })}
        >
          {Object.entries(known).map(([subtype, { text }]) => (
            <option key={subtype} value={subtype}>
              {text}
            </option>
          ))}
          <option value="custom">{ts('profileFields.otherAccount')}</option>
        </select>
      </FormField>
      {account.subtype === 'custom' && (
        <FormField label={ts('profileFields.accountAddress')} hint="https://code.example.com/%(username)s">
          <input
            className="input"
            dir="ltr"
            value={account.urlPattern}
            onChange={(event) => onChange({ ...account, urlPattern: event.target.value })}
          />
        </FormField>
      )}
    </>
  );
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="check-row">
      <input type="checkbox" className="check" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface FormState {
  type: number;
  name: string;
  hint: string;
  choices: string;
  account: AccountKind;
  isRequired: boolean;
  isOnCard: boolean;
  isEditable: boolean;
}

function firstState(field: ProfileFieldObject | undefined): FormState {
  return {
    type: field?.type ?? FieldType.ShortText,
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    choices: field ? choicesText(field.field_data) : '',
    account: accountOf(field?.field_data ?? ''),
    isRequired: field?.required ?? false,
    isOnCard: field?.display_in_profile_summary ?? false,
    isEditable: field?.editable_by_user ?? true,
  };
}

/** Of an account of a known service, the service says what it is called. */
function isNamedByService({ type, account }: FormState): boolean {
  return type === FieldType.ExternalAccount && account.subtype !== 'custom';
}

/** What is sent: of what a known service names, only what may be changed. */
function requestOf(form: FormState, field: ProfileFieldObject | undefined) {
  const { type, choices, account, name, hint } = form;
  const before = field?.field_data ?? '';
  const data = fieldDataFor(type, { choices: choicesFrom(choices, before), account });
  return {
    ...(isNamedByService(form) ? {} : { name, hint }),
    ...(data === undefined ? {} : { field_data: data }),
    required: form.isRequired,
    display_in_profile_summary: form.isOnCard && !NOT_ON_CARDS.includes(type),
    editable_by_user: form.isEditable,
  };
}

interface FormProps {
  field?: ProfileFieldObject;
  onClose: () => void;
}

/** Makes a field of profiles, or changes one; its type stays. */
export function ProfileFieldForm({ field, onClose }: FormProps) {
  const types = useClientState((state) => state.organization.custom_profile_field_types);
  const [form, setForm] = useState(() => firstState(field));
  const set = (changes: Partial<FormState>): void => setForm({ ...form, ...changes });
  const send = (): Promise<unknown> => {
    const values = requestOf(form, field);
    return field
      ? call(updateProfileField, { field_id: field.id, ...values })
      : call(createProfileField, { field_type: form.type, ...values });
  };
  return (
    <FormDialog
      title={field ? ts('profileFields.edit', { name: field.name }) : ts('profileFields.add')}
      action={ts(field ? 'form.save' : 'form.create')}
      isReady={isNamedByService(form) || form.name.trim() !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      {!field && (
        <FormField label={ts('profileFields.type')}>
          <select
            className="input select"
            value={form.type}
            onChange={(event) => set({ type: Number(event.target.value) })}
          >
            {Object.values(types).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FormField>
      )}
      {form.type === FieldType.ExternalAccount && (
        <AccountFields account={form.account} onChange={(account) => set({ account })} />
      )}
      {!isNamedByService(form) && (
        <>
          <FormField label={ts('profileFields.label')}>
            <input
              className="input"
              maxLength={LONGEST_NAME}
              value={form.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </FormField>
          <FormField label={ts('profileFields.hint')}>
            <input
              className="input"
              maxLength={LONGEST_HINT}
              value={form.hint}
              onChange={(event) => set({ hint: event.target.value })}
            />
          </FormField>
        </>
      )}
      {form.type === FieldType.Choice && (
        <FormField label={ts('profileFields.choices')} hint={ts('profileFields.choicesHint')}>
          <textarea
            className="input"
            rows={5}
            value={form.choices}
            onChange={(event) => set({ choices: event.target.value })}
          />
        </FormField>
      )}
      <Check
        label={ts('profileFields.isRequired')}
        isOn={form.isRequired}
        onChange={(isRequired) => set({ isRequired })}
      />
      {!NOT_ON_CARDS.includes(form.type) && (
        <Check label={ts('profileFields.isOnCard')} isOn={form.isOnCard} onChange={(isOnCard) => set({ isOnCard })} />
      )}
      <Check
        label={ts('profileFields.isEditable')}
        isOn={form.isEditable}
        onChange={(isEditable) => set({ isEditable })}
      />
    </FormDialog>
  );
}
