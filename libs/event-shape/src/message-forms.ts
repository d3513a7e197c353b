import type { MessageEventHints, StoredEvent, WireMessage } from '@stoa/contracts/events';
import { MessageForm, QueueShape } from './queue-profile';
import { EMPTY_TOPIC_DISPLAY_NAME } from './rewrite';
import { Shaped } from './shape-input';

/** Avatar of a sender whom the receiver cannot access, relative to the organization's URL. */
export const UNKNOWN_USER_AVATAR_URL = '/static/images/unknown-user-avatar.png';

/** The at most 16 forms of one `message` event (realtime.md 6.4). */
export class MessageForms {
  private readonly hiddenFrom: ReadonlySet<number>;

  constructor(
    private readonly event: StoredEvent<'message'>,
    private readonly hints: MessageEventHints | undefined,
  ) {
    this.hiddenFrom = new Set(hints?.senderHiddenFrom);
  }

  /** Forms that look the same get the same number, so that they are built and stored once. */
  formOf(queue: QueueShape, userId: number): number {
    const { message } = this.event;
    const hidden = this.hiddenFrom.has(userId);
    let form = queue.messageForm;
    if (!this.hints?.gravatar || hidden) form &= ~MessageForm.NoGravatar;
    if (message.type !== 'stream' || message.subject !== '') form &= ~MessageForm.TopicFallback;
    return hidden ? form | MessageForm.HiddenSender : form;
  }

  build(form: number, queue: QueueShape): Shaped & { message: WireMessage } {
    const { rendered_content: html, ...message } = this.event.message;
    const isHtml = (form & MessageForm.Html) !== 0;
    const shaped: WireMessage = {
      ...message,
      content: isHtml ? html : message.content,
      content_type: isHtml ? 'text/html' : 'text/x-markdown',
    };
    if (form & MessageForm.NoGravatar) shaped.avatar_url = null;
    if (form & MessageForm.TopicFallback) shaped.subject = EMPTY_TOPIC_DISPLAY_NAME;
    if (form & MessageForm.HiddenSender) {
      shaped.sender_full_name = 'Unknown user';
      shaped.sender_email = `user${message.sender_id}@${queue.profile.realmHost}`;
      shaped.avatar_url = UNKNOWN_USER_AVATAR_URL;
    }
    return { type: 'message', message: shaped };
  }
}
