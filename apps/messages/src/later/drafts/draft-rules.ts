import { DraftInput, badRequest } from '@stoa/contracts';
import { truncatedTopic } from '@stoa/markdown';
import { normalizedContent } from '../../send/storing/send-text';

/** A draft as it is stored. */
export interface StoredDraft {
  kind: DraftInput['type'];
  recipientIds: number[];
  topic: string;
  content: string;
  /** Whole seconds since the epoch; null means now. */
  editedAt: number | null;
}

/** What a draft may be addressed to; asked only about what drafts name. */
export interface Addressees {
  canAccessChannel(channelId: number): boolean;
  exists(userId: number): boolean;
}

/** @throws DomainError with the texts of messages.md 16 */
export function storedDraft(draft: DraftInput, addressees: Addressees): StoredDraft {
  const content = normalizedContent(draft.content);
  if (draft.timestamp !== null && draft.timestamp < 0) throw badRequest('Timestamp must not be negative.');
  const editedAt = draft.timestamp === null ? null : Math.floor(draft.timestamp);
  return { kind: draft.type, ...addressOf(draft, addressees), content, editedAt };
}

function addressOf(draft: DraftInput, addressees: Addressees): Pick<StoredDraft, 'recipientIds' | 'topic'> {
  switch (draft.type) {
    case '':
      return { recipientIds: [], topic: '' };
    case 'private': {
      const recipientIds = [...new Set(draft.to)];
      const unknown = recipientIds.find((userId) => !addressees.exists(userId));
      if (unknown !== undefined) throw badRequest(`Invalid user ID ${unknown}`);
      return { recipientIds, topic: '' };
    }
    case 'stream': {
      const topic = truncatedTopic(draft.topic);
      if (topic.includes('\0')) throw badRequest('Topic must not contain null bytes');
      const [channelId, ...more] = draft.to;
      if (channelId === undefined || more.length > 0) {
        throw badRequest('Must specify exactly 1 channel ID for channel messages');
      }
      if (!addressees.canAccessChannel(channelId)) throw badRequest('Invalid channel ID');
      return { recipientIds: [channelId], topic };
    }
  }
}
