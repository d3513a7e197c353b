import { useCallback } from 'react';
import { useClientState } from '../../client/client';
import { ChannelIcon } from '../../parts/channel-icon';
import { roleText } from '../../parts/role-text';
import { matchesText } from '../../parts/text-match';
import type { InvitationRights } from '../../store/invitation-permissions';
import type { Channel } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { type Pill, PillPicker } from '../../ui/pill-picker';
import { FormField } from '../settings/parts';
import { type InviteTerms, LIVES } from './invite-terms';

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

function lifeText(minutes: number | null): string {
  return minutes === null ? tp('invite.never') : tp('invite.days', { count: minutes / MINUTES_OF_DAY });
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
      <FormField label={tp('invite.life')}>
        <select
          className="input select"
          value={String(terms.minutes)}
          onChange={(event) => {
            const minutes = LIVES.find((life) => String(life) === event.target.value);
            if (minutes !== undefined) onChange({ minutes });
          }}
        >
          {LIVES.map((life) => (
            <option key={String(life)} value={String(life)}>
              {lifeText(life)}
            </option>
          ))}
        </select>
      </FormField>
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
      {hasNone && (
        <p className="setting-hint" role="status">
          {tp('invite.noChannels')}
        </p>
      )}
    </>
  );
}
