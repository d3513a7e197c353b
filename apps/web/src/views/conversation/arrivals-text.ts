import type { Message } from '../../store/message';
import type { State } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';

/** Characters of a message that are read out. */
const LONGEST = 200;

type Named = Pick<State, 'users' | 'userId' | 'mutedUsers' | 'organization'>;

/**
 * What a screen reader says of messages that came into the open conversation (web-details.md I).
 * @param plain the content of a message as short text
 */
export function arrivalsText(
  state: Named,
  messages: readonly Message[],
  plain: (html: string, longest: number) => string,
): string {
  const said = messages.map((message) => {
    if (message.sender_id === state.userId) return t('arrival.sent');
    if (state.mutedUsers.has(message.sender_id)) return '';
    const name = userOf(state, message.sender_id).full_name;
    const text = plain(message.content, LONGEST);
    if (message.type === 'private') return t('arrival.direct', { name, text });
    const topic = unresolvedName(message.topic) || state.organization.realm_empty_topic_display_name;
    return t('arrival.topic', { name, topic, text });
  });
  return said.filter((text) => text !== '').join('\n');
}
