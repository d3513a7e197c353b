import { AttachmentObject } from '@stoa/contracts/messages';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';

/** A new file, to its owner (messages.md 15). @param used bytes of all uploads of the organization */
export function attachmentAdded(ownerId: number, attachment: AttachmentObject, used: number): ChangeEvent {
  return eventOf('attachment', 'add', { attachment, upload_space_used: used }, [ownerId]);
}

/** A message began or ceased to refer to a file. */
export function attachmentUpdated(ownerId: number, attachment: AttachmentObject, used: number): ChangeEvent {
  return eventOf('attachment', 'update', { attachment, upload_space_used: used }, [ownerId]);
}

export function attachmentRemoved(ownerId: number, attachmentId: number, used: number): ChangeEvent {
  return eventOf('attachment', 'remove', { attachment: { id: attachmentId }, upload_space_used: used }, [ownerId]);
}
