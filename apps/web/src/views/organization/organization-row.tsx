import type { GroupSettingValue } from '@stoa/contracts/users';
import { REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { type ReactNode, useId } from 'react';
import { useClientState } from '../../client/client';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import type { Field } from '../settings/fields';
import { derivedText, RowShell, SettingRow } from '../settings/setting-row';
import { GroupSettingPicker } from '../settings/group-setting-field';
import { LimitField } from './limit-field';
import { type OrganizationSetting, type SettingValue, textName } from './organization-fields';

interface RowProps {
  setting: OrganizationSetting;
  value: SettingValue;
  isDisabled: boolean;
  onChange: (value: SettingValue) => void;
}

const IDLE = { kind: 'idle' } as const;
const NO_CHANNEL = -1;
/** What stands there while the value is not known. */
const NO_GROUP: GroupSettingValue = { direct_members: [], direct_subgroups: [] };

interface ShellProps {
  setting: OrganizationSetting;
  isStacked?: boolean;
  children: (ids: { id: string; label: string; describedBy: string | undefined }) => ReactNode;
}

/** A control of the organization's own with its name and what it means. */
function Shell({ setting: { name }, isStacked, children }: ShellProps) {
  const id = useId();
  const label = derivedText(`setting.${textName(name)}`) ?? name;
  const hint = derivedText(`setting.${textName(name)}.hint`);
  return (
    <RowShell labelId={`${id}-label`} controlId={id} label={label} hint={hint} saving={IDLE} isStacked={isStacked}>
      {children({ id, label, describedBy: hint && `${id}-hint` })}
    </RowShell>
  );
}

/** Text that counts as it is typed: it is saved by the button of its block. */
function TextRow({ setting, field, value, isDisabled, onChange }: RowProps & { field: Field & { kind: 'text' } }) {
  return (
    <Shell setting={setting} isStacked>
      {({ id, describedBy }) => {
        const common = {
          ...{ id, className: 'input', disabled: isDisabled, maxLength: field.maxLength, dir: 'auto' },
          'aria-describedby': describedBy,
          value: String(value ?? ''),
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        return field.isLong ? <textarea {...common} rows={4} /> : <input {...common} type="text" />;
      }}
    </Shell>
  );
}

function PlainRow(props: RowProps & { setting: { kind: 'plain' } }) {
  const { setting, value, isDisabled, onChange } = props;
  const field = useClientState((state) => state.organization);
  const control = setting.field(field);
  if (control.kind === 'text') return <TextRow {...props} field={control} />;
  const shown = typeof value === 'object' ? undefined : value;
  return <SettingRow field={control} value={shown} onChange={onChange} saving={IDLE} isDisabled={isDisabled} />;
}

function ChannelRow({ setting, value, isDisabled, onChange }: RowProps & { setting: { kind: 'channel' } }) {
  const channels = useClientState((state) => state.channels);
  const { compare } = new Intl.Collator(languageInUse());
  const offered = [...channels.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (!setting.isPrivate || invite_only))
    .sort((a, b) => compare(a.name, b.name));
  const isUnknown = value !== NO_CHANNEL && !offered.some(({ stream_id }) => stream_id === value);
  return (
    <Shell setting={setting}>
      {({ id, describedBy }) => (
        <select
          id={id}
          className="input select"
          aria-describedby={describedBy}
          disabled={isDisabled}
          value={String(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          <option value={NO_CHANNEL}>{ts('organization.noChannel')}</option>
          {isUnknown && <option value={String(value)}>{ts('organization.hiddenChannel')}</option>}
          {offered.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Shell>
  );
}

function isGroupValue(value: SettingValue): value is GroupSettingValue {
  return typeof value === 'number' || (typeof value === 'object' && value !== null);
}

/** A setting of the organization with its control. */
export function OrganizationRow(props: RowProps) {
  const { setting, value, isDisabled, onChange } = props;
  switch (setting.kind) {
    case 'plain':
      return <PlainRow {...props} setting={setting} />;
    case 'channel':
      return <ChannelRow {...props} setting={setting} />;
    case 'limit':
      return (
        <Shell setting={setting}>
          {({ id, label }) => (
            <LimitField
              {...{ id, label, isDisabled, onChange }}
              unit={setting.unit}
              value={typeof value === 'number' ? value : null}
            />
          )}
        </Shell>
      );
    case 'group':
      return (
        <Shell setting={setting} isStacked>
          {({ id, label }) => (
            <div className="group-setting">
              <GroupSettingPicker
                {...{ id, label, isDisabled, onChange }}
                setting={REALM_PERMISSION_SETTINGS[setting.name]}
                value={isGroupValue(value) ? value : NO_GROUP}
              />
            </div>
          )}
        </Shell>
      );
  }
}
