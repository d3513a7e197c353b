import type { DraftInput } from '@stoa/contracts/messages';
import { badRequest, invalidChannelId } from '@stoa/errors';
import { truncatedTopic } from '@stoa/markdown';
import { normalizedContent } from '../../send/storing/send-text';

export interface StoredDraft {
  kind: '' | 'private' | 'stream';
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
  const { timestamp = null } = draft;
  if (timestamp !== null && timestamp < 0) throw badRequest('Timestamp must not be negative.');
  const editedAt = timestamp === null ? null : Math.floor(timestamp);
  return { ...addressOf(draft, addressees), content, editedAt };
}

/** The newer names of the two types mean the same. */
function addressOf(draft: DraftInput, addressees: Addressees): Pick<StoredDraft, 'kind' | 'recipientIds' | 'topic'> {
  switch (draft.type) {
    case '':
      return { kind: '', recipientIds: [], topic: '' };
    case 'private':
    case 'direct': {
      const recipientIds = [...new Set(draft.to)];
      const unknown = recipientIds.find((userId) => !addressees.exists(userId));
      if (unknown !== undefined) throw badRequest(`Invalid user ID ${unknown}`);
      return { kind: 'private', recipientIds, topic: '' };
    }
    case 'stream':
    case 'channel': {
      const topic = truncatedTopic(draft.topic);
      if (topic.includes('\0')) throw badRequest('Topic must not contain null bytes');
      const [channelId, ...more] = draft.to;
      if (channelId === undefined || more.length > 0) {
        throw badRequest('Must specify exactly 1 channel ID for channel messages');
      }
      if (!addressees.canAccessChannel(channelId)) throw invalidChannelId();
      return { kind: 'stream', recipientIds: [channelId], topic };
    }
  }
}
