import { HistoryEntry } from '@stoa/contracts/messages';
import type { RowOf } from '@stoa/database';
import { contentDiff } from '@stoa/markdown';

/** Values of `message_edit_history_visibility_policy` under which there is something to see. */
export type HistoryPolicy = 'all' | 'moves';

/** A row of `message_edit`. */
export interface EditRow extends RowOf<
  'MessageEdit',
  'user_id' | 'prev_content' | 'prev_rendered_content' | 'prev_topic' | 'topic' | 'prev_channel_id' | 'channel_id'
> {
  /** Seconds since the epoch. */
  edited_at: number;
}

/** A message as it is now and how it began. */
export interface HistoryOf {
  senderId: number;
  sentAt: number;
  topic: string;
  content: string;
  renderedContent: string;
}

/**
 * Snapshots of a message, oldest first (messages.md 4).
 * @param edits oldest first
 * @param emptyTopicName what stands for the empty topic; null leaves it
 */
export function messageHistory(
  message: HistoryOf,
  edits: readonly EditRow[],
  policy: HistoryPolicy,
  emptyTopicName: string | null,
): HistoryEntry[] {
  const shown = (topic: string) => (topic === '' && emptyTopicName !== null ? emptyTopicName : topic);
  const entries: HistoryEntry[] = [];
  let { topic, content, renderedContent } = message;
  for (const edit of [...edits].reverse()) {
    const state = { topic: shown(topic), content, rendered_content: renderedContent };
    const isKept = policy === 'all' || edit.prev_topic !== null || edit.prev_channel_id !== null;
    if (isKept) {
      const isShownContent = policy === 'all' && edit.prev_content !== null;
      entries.push({
        ...state,
        timestamp: edit.edited_at,
        user_id: edit.user_id,
        ...(edit.prev_topic === null ? {} : { prev_topic: shown(edit.prev_topic) }),
        ...channelFields(edit),
        ...(isShownContent ? contentFields(edit, renderedContent) : {}),
      });
    }
    topic = edit.prev_topic ?? topic;
    content = edit.prev_content ?? content;
    renderedContent = edit.prev_rendered_content ?? renderedContent;
  }
  const { senderId, sentAt } = message;
  const first = { topic: shown(topic), content, rendered_content: renderedContent };
  return [...entries, { ...first, timestamp: Math.floor(sentAt), user_id: senderId }].reverse();
}

function channelFields({ prev_channel_id: prev, channel_id: channel }: EditRow): Partial<HistoryEntry> {
  return prev === null || channel === null ? {} : { prev_stream: prev, stream: channel };
}

function contentFields(edit: EditRow, renderedContent: string): Partial<HistoryEntry> {
  const before = edit.prev_rendered_content ?? '';
  return {
    prev_content: edit.prev_content ?? '',
    prev_rendered_content: before,
    content_html_diff: contentDiff(before, renderedContent),
  };
}
