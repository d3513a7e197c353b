import { NewNotice, NoticeKind } from '@stoa/database';

export interface ChannelNoticeOptions {
  kind?: Exclude<NoticeKind, 'direct'>;
  /** The notice goes along with this message, should it be moved before the notice is sent. */
  withMessageId?: number;
}

/** A notice in a topic; as any message unless `kind` says otherwise. */
export function channelNotice(
  channelId: number,
  topic: string,
  content: string,
  { kind = 'message', withMessageId }: ChannelNoticeOptions = {},
): NewNotice {
  return { kind, channelId, toUserId: null, topic, content, messageId: withMessageId ?? null };
}

/** A notice to one user. */
export function directNotice(toUserId: number, content: string): NewNotice {
  return { kind: 'direct', channelId: null, toUserId, topic: '', content, messageId: null };
}
