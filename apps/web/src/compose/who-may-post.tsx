import { useClientState } from '../client/client';
import { partsOf } from '../parts/group-values';
import { languageInUse, t } from '../strings/strings';

/** Names those who may write in a channel; loaded where somebody else would like to. */
export default function WhoMayPost({ channelId }: { channelId: number }) {
  const names = useClientState((state) => {
    const channel = state.channels.get(channelId);
    const parts = channel ? partsOf(state, channel.can_send_message_group) : [];
    return new Intl.ListFormat(languageInUse()).format(parts.map(({ name }) => name));
  });
  return names !== '' && <> {t('problem.whoMayPost', { names })}</>;
}
