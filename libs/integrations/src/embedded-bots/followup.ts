import { quote } from '../frame/message-text';
import type { EmbeddedBot } from './embedded-bot';

/** Characters of a channel's name. */
const LONGEST_NAME = 60;

/** Notes what is to be done later: in a channel for that, under the name of who asked. */
export const followup: EmbeddedBot = {
  name: 'followup',
  config: { stream: 'followup' },
  accepts: (_key, value) => value.trim() !== '' && [...value].length <= LONGEST_NAME,
  answer({ text, sender, url, write, writeForAll }, { stream: channel = 'followup' }) {
    if (text === '' || text.toLowerCase() === 'help') {
      return { kind: 'reply', content: write('followup.usage', { channel }) };
    }
    const user = `@_**${sender.fullName}|${sender.id}**`;
    const content = `${writeForAll('followup.note', { user, url })}${quote(text)}`;
    return { kind: 'post', channel: channel.trim(), topic: sender.fullName, content };
  },
};
