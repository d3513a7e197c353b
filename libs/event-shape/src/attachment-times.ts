import type { AttachmentObject } from '@stoa/contracts/messages';

const MS_PER_SECOND = 1000;

/** A file as lists, events and edits show it. Stored objects have no `message_ids`. */
export function withMessageIds(stored: AttachmentObject): AttachmentObject {
  return { ...stored, message_ids: stored.messages.map(({ id }) => id) };
}

/** A file as lists and events show it: stored objects have their times in milliseconds (docs/decisions/042). */
export function attachmentInSeconds(stored: AttachmentObject): AttachmentObject {
  return {
    ...withMessageIds(stored),
    create_time: inSeconds(stored.create_time),
    messages: stored.messages.map((message) => ({ ...message, date_sent: inSeconds(message.date_sent) })),
  };
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / MS_PER_SECOND);
}
