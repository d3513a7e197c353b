import { Injectable } from '@nestjs/common';
import { AttachmentObject } from '@stoa/contracts/messages';
import { MessageChangesRepository, ReadStateRepository } from '@stoa/read-state-store';
import { AttachmentClaims } from '../../send/attachments/attachment-claims';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageRenderer, RenderedMessage } from '../../send/rendering/message-renderer';
import { markBits } from '../../send/rendering/message-marks';
import { WildcardMentions } from '../../send/messages/wildcard-mentions';
import { EditFacts } from './edit-facts';

/** A new content that passed its checks. */
export interface PreparedContent {
  content: string;
  rendered: RenderedMessage;
  topicWildcardUserIds: ReadonlySet<number>;
}

/** What a message says (messages.md 5.1 step 11, 5.5). */
@Injectable()
export class ContentEditService {
  constructor(
    private readonly renderer: MessageRenderer,
    private readonly wildcards: WildcardMentions,
    private readonly changes: MessageChangesRepository,
    private readonly readState: ReadStateRepository,
    private readonly claims: AttachmentClaims,
  ) {}

  /** Renders and checks mentions as a send by the same user to the same place would. */
  async prepare(facts: EditFacts, message: AccessedMessage, content: string): Promise<PreparedContent> {
    const { view, settings, groups, actor } = facts;
    const { members, topic } = message;
    const rendered = await this.renderer.render(view, { content, topic, sender: actor, channel: members });
    const topicWildcardUserIds: ReadonlySet<number> = members
      ? await this.wildcards.participants({ settings, groups, sender: actor, members, topic, rendered })
      : new Set<number>();
    return { content, rendered, topicWildcardUserIds };
  }

  /** @param hasEntry a move of the same request has written the entry of the edit history */
  async write(facts: EditFacts, message: AccessedMessage, prepared: PreparedContent, hasEntry: boolean): Promise<void> {
    const { content, rendered, topicWildcardUserIds } = prepared;
    const { marks } = rendered;
    await this.changes.editContent(facts.tx, {
      messageId: message.id,
      editedBy: facts.actor.id,
      editedAt: facts.at,
      content,
      renderedContent: rendered.html,
      rendererVersion: rendered.version,
      marks: markBits(marks),
      hasEntry,
    });
    await this.readState.recomputeContentFlags(facts.tx, message.id, {
      channelWildcard: marks.channelWildcard,
      mentionedUserIds: [...rendered.mentionedUserIds],
      alertedUserIds: [...rendered.alertedUserIds],
      topicWildcardUserIds: [...topicWildcardUserIds],
    });
  }

  /** References of files; emits their owners' events, so the message's own event goes first. */
  async claim(facts: EditFacts, message: AccessedMessage, prepared: PreparedContent): Promise<AttachmentObject[]> {
    const attachmentIds = prepared.rendered.attachments.map(({ id }) => id);
    const change = { messageId: message.id, attachmentIds, actingUserId: facts.actor.id };
    const { detached } = await this.claims.claimAttachments(facts.tx, change);
    return detached;
  }
}
