import type { RpcResponse } from '@stoa/contracts/rpc';
import type { fetchMessage } from '@stoa/contracts/messages';

/** A message, as somebody reads it who answers. */
export type AnsweredMessage = Pick<RpcResponse<typeof fetchMessage>, 'message'>;

/** Where an answer to a message goes: to its topic, or to everybody in its conversation. */
export function answerAddress({ message }: AnsweredMessage): {
  type: 'channel' | 'direct';
  to: string;
  topic?: string;
} {
  const { stream_id: channelId, display_recipient: recipients } = message;
  if (channelId !== undefined) return { type: 'channel', to: String(channelId), topic: message.subject };
  const ids = Array.isArray(recipients) ? recipients.map(({ id }) => id) : [];
  return { type: 'direct', to: JSON.stringify(ids) };
}
