import { channelSettingsAddress } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import type { Channel } from '../../store/state';
import { tc } from '../../strings/channels-strings';

/** Who may change a channel, for who may not. */
export function WhoAdministers({ channel }: { channel: Channel }) {
  return (
    <p className="setting-hint">
      {tc('channel.notAllowed')}
      <WhoHas
        values={[channel.can_administer_channel_group]}
        withAdministrators
        href={channelSettingsAddress(channel, 'permissions')}
      />
    </p>
  );
}
