import type { AttachmentObject, ShownAttachment } from '@stoa/contracts/messages';

const MS_PER_SECOND = 1000;

/** A file as edits show it. Stored objects have no `message_ids`. */
export function withMessageIds(stored: AttachmentObject): AttachmentObject & Pick<ShownAttachment, 'message_ids'> {
  return { ...stored, message_ids: stored.messages.map(({ id }) => id) };
}

/** A file as lists and events show it: stored objects have more, and times in milliseconds (docs/decisions/042). */
export function shownAttachment(stored: AttachmentObject): ShownAttachment {
  const { messages: _messages, ...shown } = withMessageIds(stored);
  return { ...shown, create_time: inSeconds(stored.create_time) };
}

/** A file as gateways of the release before show it. */
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
