import { updateChannel } from '@stoa/contracts/channels';
import { CHANNEL_PERMISSION_SETTINGS, type ChannelPermissionSetting, isOwner } from '@stoa/policy';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import { type ChannelPermissions, channelPermissions } from '../../store/channel-permissions';
import { policyUserOf } from '../../store/standing';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';
import { GroupSettingField } from '../settings/group-setting-field';
import { Block } from '../settings/parts';
import { defaultValue } from './new-channel';
import { ABOUT_DELETION, GIVES_ACCESS, PERMISSION_SECTIONS } from './permission-sections';
import { RetentionBlock } from './retention-block';
import { WhoAdministers } from './who-administers';

function mayChange(may: ChannelPermissions, name: ChannelPermissionSetting): boolean {
  if (GIVES_ACCESS.has(name)) return may.canChangeAccess;
  return may.canAdminister && (!ABOUT_DELETION.has(name) || may.canSetDeletion);
}

/** Why somebody who may change the channel may not change this permission. */
function WhyFixed({ name }: { name: ChannelPermissionSetting }) {
  const setters = useClientState((state) => state.organization.realm_can_set_delete_message_policy_group);
  if (!ABOUT_DELETION.has(name)) return tc('channel.accessNotAllowed');
  return (
    <>
      {tc('channel.deletionNotAllowed')}
      <WhoHas values={[setters]} withAdministrators href={ORGANIZATION_PERMISSIONS} />
    </>
  );
}

/** Who may do what in the channel. */
export function PermissionsTab({ channel }: { channel: Channel }) {
  const state = useClientState((whole) => whole);
  const may = channelPermissions(state, channel);
  const valueOf = (name: ChannelPermissionSetting) => channel[name] ?? defaultValue(state, name);
  return (
    <>
      {!may.canAdminister && <WhoAdministers channel={channel} />}
      {PERMISSION_SECTIONS.map(({ title, settings }) => (
        <Block key={title} title={tc(`permissions.${title}`)}>
          {settings.map((name) => (
            <GroupSettingField
              key={name}
              label={tc(`permission.${name}`)}
              value={valueOf(name)}
              setting={CHANNEL_PERMISSION_SETTINGS[name]}
              isDisabled={!mayChange(may, name)}
              hint={may.canAdminister && !mayChange(may, name) ? <WhyFixed name={name} /> : undefined}
              onSave={(change) => call(updateChannel, { stream_id: channel.stream_id, [name]: change })}
            />
          ))}
        </Block>
      ))}
      {isOwner(policyUserOf(state, state.userId)) && !channel.is_archived && <RetentionBlock channel={channel} />}
    </>
  );
}
