import { LogRow, StreamedChange } from '@stoa/changes';
import { ChangeEvent, NO_CAPABILITIES, encodeBody, encodeRouting } from '@stoa/contracts';
import type { QueueDescriptor } from '@stoa/event-queue';

export const REALM = 7;

/** A queue that asked for nothing special. */
export function queueOf(id: string, userId: number, changes: Partial<QueueDescriptor> = {}): QueueDescriptor {
  return {
    id,
    userId,
    realmId: REALM,
    realmHost: 'chat.example',
    clientName: 'website',
    eventTypes: null,
    applyMarkdown: true,
    clientGravatar: false,
    slimPresence: false,
    allPublicStreams: false,
    narrow: [],
    includeSubscribers: false,
    capabilities: NO_CAPABILITIES,
    lifespanSeconds: 600,
    isGuest: false,
    createdAt: 0,
    ...changes,
  };
}

export function rowOf(seq: number, events: readonly ChangeEvent[], realm = REALM): LogRow {
  return { seq, xid: 1_000 + seq, routing: encodeRouting(realm, events), body: encodeBody(events), createdAtMs: 0 };
}

export function changeOf(seq: number, events: readonly ChangeEvent[], realm = REALM): StreamedChange {
  const beat = { partition: 0, epoch: 3, epochFirstSeq: 1, head: seq, xmin: 0 };
  return StreamedChange.fromLog(beat, rowOf(seq, events, realm));
}

/** A message of a channel, as the messages service describes it. */
export function messageEvent(id: number, content = `message ${id}`): { type: 'message'; message: object } {
  return {
    type: 'message',
    message: {
      id,
      sender_id: 10,
      sender_email: 'ada@chat.example',
      sender_full_name: 'Ada',
      sender_realm_str: 'org',
      avatar_url: 'https://avatars.example/ada',
      client: 'website',
      content,
      rendered_content: `<p>${content}</p>`,
      timestamp: 1_700_000_000,
      recipient_id: 22,
      type: 'stream',
      stream_id: 3,
      display_recipient: 'general',
      subject: 'plans',
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
    },
  };
}
