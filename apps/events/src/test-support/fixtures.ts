import { LogRow, StreamedChange } from '@stoa/changes';
import { encodeBody, encodeRouting } from '@stoa/contracts/changes';
import { ChangeEvent, StoredEvent } from '@stoa/contracts/events';
import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { storedMessage } from '@stoa/contracts/testing';
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

function rowOf(seq: number, events: readonly ChangeEvent[], realm = REALM): LogRow {
  return { seq, xid: 1_000 + seq, routing: encodeRouting(realm, events), body: encodeBody(events), createdAtMs: 0 };
}

export function changeOf(seq: number, events: readonly ChangeEvent[], realm = REALM): StreamedChange {
  const beat = { partition: 0, epoch: 3, epochFirstSeq: 1, head: seq, xmin: 0 };
  return StreamedChange.fromLog(beat, rowOf(seq, events, realm));
}

/** A message of a channel, as the messages service describes it. */
export function messageEvent(id: number, content = `message ${id}`): StoredEvent<'message'> {
  return { type: 'message', message: storedMessage({ id, content, rendered_content: `<p>${content}</p>` }) };
}
