import type { RpcResponse } from '@stoa/contracts/rpc';
import type { fetchMessage } from '@stoa/contracts/messages';
import type { DirectoryUser, RealmSettings } from '@stoa/directory';
import { displayRecipient, senderFields } from '../../../send/storing/sender-fields';

export interface SampleFacts {
  settings: RealmSettings;
  /** Who tries out the service. */
  sender: DirectoryUser;
  bot: DirectoryUser;
  content: string;
  html: string;
  clientName: string;
  /** Of Slack's form, which knows channels only. */
  isInChannel: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** No message has this id, and no channel and no conversation. */
const NONE = 0;

/** A message as a service gets it, of nobody's conversation. */
export function sampleMessage(facts: SampleFacts): RpcResponse<typeof fetchMessage> {
  const { settings, sender, bot, content, html, clientName, isInChannel, now } = facts;
  const address = isInChannel
    ? { type: 'stream' as const, stream_id: NONE, display_recipient: 'test', subject: 'test' }
    : { type: 'private' as const, display_recipient: displayRecipient([sender, bot]), subject: '' };
  return {
    raw_content: content,
    message: {
      id: NONE,
      recipient_id: NONE,
      ...senderFields(settings, sender),
      ...address,
      client: clientName,
      content: html,
      content_type: 'text/html',
      timestamp: Math.floor(now / 1_000),
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
      flags: [],
    },
  };
}
