import { useCallback, useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { ChannelIcon } from '../../parts/channel-icon';
import { roleText } from '../../parts/role-text';
import { matchesText } from '../../parts/text-match';
import { groupRights } from '../../store/group-rights';
import type { InvitationRights } from '../../store/invitation-permissions';
import type { Channel, UserGroup } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { type Pill, PillPicker } from '../../ui/pill-picker';
import { FormField } from '../settings/parts';
import { type InviteTerms, LIVES, UNITS, USUAL_LIFE, type Unit, lifeIn } from './invite-terms';

const MOST_OPTIONS = 20;
const MINUTES_OF_DAY = 24 * 60;

interface TermsProps {
  terms: InviteTerms;
  rights: InvitationRights;
  onChange: (change: Partial<InviteTerms>) => void;
}

function pillOf(channel: Channel): Pill {
  return { key: String(channel.stream_id), text: channel.name, picture: <ChannelIcon channel={channel} /> };
}

function Channels({ terms: { channelIds }, onChange }: Pick<TermsProps, 'terms' | 'onChange'>) {
  const channels = useClientState((state) => state.channels);
  const find = useCallback(
    (typed: string) => {
      const { compare } = new Intl.Collator(languageInUse());
      return [...channels.values()]
        .filter(({ is_archived, name }) => !is_archived && matchesText(typed, name))
        .sort((a, b) => compare(a.name, b.name))
        .slice(0, MOST_OPTIONS)
        .map(pillOf);
    },
    [channels],
  );
  return (
    <FormField label={tp('invite.moreChannels')}>
      <PillPicker
        label={tp('invite.moreChannels')}
        chosen={channelIds.flatMap((id) => {
          const channel = channels.get(id);
          return channel ? [pillOf(channel)] : [];
        })}
        find={find}
        onAdd={(key) => onChange({ channelIds: [...channelIds, Number(key)] })}
        onRemove={(key) => onChange({ channelIds: channelIds.filter((id) => String(id) !== key) })}
      />
    </FormField>
  );
}

/** Groups that the user may add others to. */
function Groups({ terms: { groupIds }, onChange }: Pick<TermsProps, 'terms' | 'onChange'>) {
  const groups = useClientState((state) => state.groups);
  const { store } = useClient();
  const offered = useMemo(() => {
    const state = { ...store.get(), groups };
    return [...groups.values()].filter(
      (group) => !group.is_system_group && !group.deactivated && groupRights(state, group).canAdd,
    );
  }, [store, groups]);
  const pill = ({ id, name }: UserGroup): Pill => ({ key: String(id), text: name });
  const find = useCallback(
    (typed: string) => {
      const { compare } = new Intl.Collator(languageInUse());
      return offered
        .filter(({ name }) => matchesText(typed, name))
        .sort((a, b) => compare(a.name, b.name))
        .slice(0, MOST_OPTIONS)
        .map(pill);
    },
    [offered],
  );
  if (offered.length === 0) return null;
  return (
    <FormField label={tp('invite.groups')}>
      <PillPicker
        label={tp('invite.groups')}
        chosen={offered.filter(({ id }) => groupIds.includes(id)).map(pill)}
        find={find}
        onAdd={(key) => onChange({ groupIds: [...groupIds, Number(key)] })}
        onRemove={(key) => onChange({ groupIds: groupIds.filter((id) => String(id) !== key) })}
      />
    </FormField>
  );
}

const LONGEST_WELCOME = 8000;

/** Another text of the welcome bot than the organization's. */
function Welcome({ terms: { welcome }, onChange }: Pick<TermsProps, 'terms' | 'onChange'>) {
  const usual = useClientState((state) => state.organization.realm_welcome_message_custom_text);
  return (
    <>
      <label className="check-line">
        <input
          type="checkbox"
          checked={welcome !== undefined}
          onChange={(event) => onChange({ welcome: event.target.checked ? usual : undefined })}
        />
        {tp('invite.ownWelcome')}
      </label>
      {welcome !== undefined && (
        <FormField label={tp('invite.welcomeText')} hint={tp('invite.welcomeHint')}>
          <textarea
            className="input"
            rows={4}
            maxLength={LONGEST_WELCOME}
            value={welcome}
            onChange={(event) => onChange({ welcome: event.target.value })}
          />
        </FormField>
      )}
    </>
  );
}

function lifeText(minutes: number | null): string {
  return minutes === null ? tp('invite.never') : tp('invite.days', { count: minutes / MINUTES_OF_DAY });
}

const CUSTOM = 'custom';
const UNIT_NAMES = ['minutes', 'hours', 'daysUnit'] as const satisfies readonly Unit[];

/** A number of a unit. */
function CustomLife({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const [{ amount, unit }, setLife] = useState(() => lifeIn(minutes));
  const change = (next: { amount: number; unit: Unit }): void => {
    setLife(next);
    if (next.amount >= 1) onChange(Math.round(next.amount) * UNITS[next.unit]);
  };
  return (
    <div className="inline-form">
      <input
        className="input"
        type="number"
        min={1}
        required
        aria-label={tp('invite.customAmount')}
        value={amount}
        onChange={(event) => change({ amount: event.target.valueAsNumber || 0, unit })}
      />
      <select
        className="input select"
        aria-label={tp('invite.customUnit')}
        value={unit}
        onChange={(event) => {
          const chosen = UNIT_NAMES.find((name) => name === event.target.value);
          if (chosen) change({ amount, unit: chosen });
        }}
      >
        {UNIT_NAMES.map((name) => (
          <option key={name} value={name}>
            {tp(`invite.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** How long the invitation is good for. */
function Life({ terms: { minutes }, onChange }: Pick<TermsProps, 'terms' | 'onChange'>) {
  const [isCustom, setCustom] = useState(!LIVES.includes(minutes));
  return (
    <>
      <FormField label={tp('invite.life')}>
        <select
          className="input select"
          value={isCustom ? CUSTOM : String(minutes)}
          onChange={({ target: { value } }) => {
            setCustom(value === CUSTOM);
            const chosen = LIVES.find((life) => String(life) === value);
            if (chosen !== undefined) onChange({ minutes: chosen });
            else if (minutes === null) onChange({ minutes: USUAL_LIFE });
          }}
        >
          {LIVES.map((life) => (
            <option key={String(life)} value={String(life)}>
              {lifeText(life)}
            </option>
          ))}
          <option value={CUSTOM}>{tp('invite.customLife')}</option>
        </select>
      </FormField>
      {isCustom && minutes !== null && (
        <CustomLife minutes={minutes} onChange={(chosen) => onChange({ minutes: chosen })} />
      )}
    </>
  );
}

/** As whom people come, into which channels, and how long they may take. */
export function InviteFields({ terms, rights, onChange }: TermsProps) {
  const defaults = useClientState((state) =>
    [...state.defaultChannels].flatMap((id) => state.channels.get(id)?.name ?? []).join(', '),
  );
  const hasNone = terms.channelIds.length === 0 && !(terms.withDefaultChannels && defaults !== '');
  return (
    <>
      <FormField label={tp('invite.role')}>
        <select
          className="input select"
          value={terms.role}
          onChange={(event) => {
            const role = rights.roles.find((known) => String(known) === event.target.value);
            if (role !== undefined) onChange({ role });
          }}
        >
          {rights.roles.map((role) => (
            <option key={role} value={role}>
              {roleText(role)}
            </option>
          ))}
        </select>
      </FormField>
      <Life terms={terms} onChange={onChange} />
      {defaults !== '' && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={terms.withDefaultChannels}
            onChange={(event) => onChange({ withDefaultChannels: event.target.checked })}
          />
          {tp('invite.defaultChannels', { names: defaults })}
        </label>
      )}
      {rights.choosesChannels && <Channels terms={terms} onChange={onChange} />}
      <Groups terms={terms} onChange={onChange} />
      {rights.choosesWelcome && <Welcome terms={terms} onChange={onChange} />}
      {hasNone && (
        <p className="setting-hint" role="status">
          {tp('invite.noChannels')}
        </p>
      )}
    </>
  );
}
