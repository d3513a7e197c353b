import { updateChannel } from '@stoa/contracts/channels';
import { CHANNEL_PERMISSION_SETTINGS, type ChannelPermissionSetting, isOwner } from '@stoa/policy';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { type ChannelPermissions, channelPermissions } from '../../store/channel-permissions';
import { policyUserOf } from '../../store/standing';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { GroupSettingField } from '../settings/group-setting-field';
import { Block } from '../settings/parts';
import { defaultValue } from './new-channel';
import { ABOUT_DELETION, GIVES_ACCESS, PERMISSION_SECTIONS } from './permission-sections';
import { RetentionBlock } from './retention-block';

function mayChange(may: ChannelPermissions, name: ChannelPermissionSetting): boolean {
  if (GIVES_ACCESS.has(name)) return may.canChangeAccess;
  return may.canAdminister && (!ABOUT_DELETION.has(name) || may.canSetDeletion);
}

/** Who may do what in the channel. */
export function PermissionsTab({ channel }: { channel: Channel }) {
  const state = useClientState((whole) => whole);
  const may = channelPermissions(state, channel);
  const valueOf = (name: ChannelPermissionSetting) => channel[name] ?? defaultValue(state, name);
  return (
    <>
      {!may.canAdminister && <p className="setting-hint">{tc('channel.notAllowed')}</p>}
      {PERMISSION_SECTIONS.map(({ title, settings }) => (
        <Block key={title} title={tc(`permissions.${title}`)}>
          {settings.map((name) => (
            <GroupSettingField
              key={name}
              label={tc(`permission.${name}`)}
              value={valueOf(name)}
              setting={CHANNEL_PERMISSION_SETTINGS[name]}
              isDisabled={!mayChange(may, name)}
              onSave={(change) => call(updateChannel, { stream_id: channel.stream_id, [name]: change })}
            />
          ))}
        </Block>
      ))}
      {isOwner(policyUserOf(state, state.userId)) && !channel.is_archived && <RetentionBlock channel={channel} />}
    </>
  );
}
