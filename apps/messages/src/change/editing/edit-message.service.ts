import { Injectable } from '@nestjs/common';
import { updateMessage } from '@stoa/contracts/messages';
import type { AttachmentObject, UpdateMessageRequest } from '@stoa/contracts/messages';
import { Lock, lockChannel, lockTopics } from '@stoa/database';
import { ChannelMembers } from '@stoa/directory';
import { decideTopic } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChannelActivityService } from '../../send/channel-activity/channel-activity.service';
import { LARGEST_CHANNEL_ID } from '../../access/channel-access/channel-rules';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess, MessageChange } from '../../access/message-access/message-access';
import { LinkPreviewRequests } from '../../send/storing/link-preview-requests';
import { refuseTopic } from '../../send/storing/topic-check';
import { CommittedNotices } from '../../send/pending-notices/pending-notices';
import { ContentEditService } from './content-edit.service';
import { leftFlagEvents, lossEvents, updateEvent } from './edit-change';
import { EditRecipients } from './edit-recipients';
import { EditPlan, planEdit } from './edit-rules';
import { EditFacts, readEditFacts, secondsOf } from './edit-facts';
import { EditRepository } from './edit.repository';
import { MoveChecks } from './move-checks';
import { MoveNoticesService } from './move-notices.service';
import { MoveOutcome, MoveService, MovedMessage } from './move.service';
import { MovedPoliciesService } from './moved-policies.service';
import { invalidMessages } from '../../access/message-access/errors';

interface EditOutcome {
  detached: AttachmentObject[];
  move: MoveOutcome | null;
  /** The notices to send about the move. */
  notices: CommittedNotices | null;
  wantsLinkPreviews: boolean;
}

/** Edits and moves (messages.md 5). */
@Injectable()
export class EditMessageService {
  constructor(
    private readonly access: MessageAccess,
    private readonly repository: EditRepository,
    private readonly contents: ContentEditService,
    private readonly moves: MoveService,
    private readonly checks: MoveChecks,
    private readonly policies: MovedPoliciesService,
    private readonly recipients: EditRecipients,
    private readonly notices: MoveNoticesService,
    private readonly activity: ChannelActivityService,
    private readonly linkPreviews: LinkPreviewRequests,
  ) {}

  /** @throws DomainError with the texts of messages.md 5.1 to 5.3, in their order */
  @Handles(updateMessage)
  async edit(ctx: ActorContext, request: UpdateMessageRequest): Promise<{ detached_uploads: AttachmentObject[] }> {
    const locks = (channelIds: readonly number[]) => locksOf(request, channelIds);
    const { detached, move, notices, wantsLinkPreviews } = await this.access.change(
      ctx,
      [request.message_id],
      { locks },
      (change) => this.apply(ctx, request, change),
    );
    if (wantsLinkPreviews) this.linkPreviews.announce();
    if (notices) await this.notices.tell(ctx, notices);
    // Messages that arrive make a silent channel active again (channels.md 4).
    if (move?.destination) await this.activity.afterMessage(ctx, move.destination.channel.channelId);
    return { detached_uploads: detached };
  }

  private async apply(ctx: ActorContext, request: UpdateMessageRequest, change: MessageChange): Promise<EditOutcome> {
    const facts = await readEditFacts(change.tx, change.view, ctx.actor.userId);
    const [message] = change.messages;
    if (!message) throw invalidMessages();
    const isWidget = request.content !== undefined && (await this.repository.isWidget(facts.tx, message.id));
    const edited = { ...message, channelId: message.channel?.channelId ?? null, isWidget };
    const plan = planEdit(request, edited, facts.moderator, secondsOf(facts.at));
    if (changesNothing(plan)) return { detached: [], move: null, notices: null, wantsLinkPreviews: false };
    const destination = plan.channelId === null ? null : await this.checks.destination(facts, plan.channelId);
    if (isInChannel(message)) await this.checkTopic(facts, plan, message, destination);
    const content = plan.content === null ? null : await this.contents.prepare(facts, message, plan.content);
    const isMove = plan.topic !== null || destination !== null;
    if (isInChannel(message) && destination) {
      this.checks.channel(facts, message.channel, destination, message.sentAt);
    }
    const prepared =
      isMove && isInChannel(message) ? await this.moves.prepare(facts, plan, message, destination) : null;

    const holdersBefore = await this.recipients.holders(facts, message.id);
    const holdersOfMoved = prepared ? await this.recipients.holdersOfMoved(facts, prepared) : [];
    const move = prepared && (await this.moves.write(facts, prepared, content && message.id));
    if (content) await this.contents.write(facts, message, content, move !== null);
    const policyEvents = move ? await this.policies.write(facts, move) : [];
    const losers = move?.losers ?? new Set<number>();
    const moved = { message, destination, losers };
    const recipients = await this.recipients.of(facts, { ...moved, holdersBefore });
    const others = this.recipients.ofMoveOnly(facts, { ...moved, holdersBefore: holdersOfMoved }, recipients.userIds);
    const detached = content ? await this.contents.claim(facts, message, content) : [];
    facts.tx.emit(
      ...(move ? lossEvents(move) : []),
      ...policyEvents,
      updateEvent(facts, message, { move, content }, recipients),
      ...(others.userIds.length > 0 ? [updateEvent(facts, message, { move, content: null }, others)] : []),
      ...(move ? leftFlagEvents(move) : []),
    );
    const notices = move && (await this.notices.add(facts, ctx, request, move));
    return { detached, move, notices, wantsLinkPreviews: content?.rendered.marks.wantsLinkPreviews ?? false };
  }

  /** Steps 9 and 10: who may begin topics, the topic's policy where the message will be, and the permission to change the topic. */
  private async checkTopic(
    facts: EditFacts,
    plan: EditPlan,
    message: MovedMessage,
    destination: ChannelMembers | null,
  ): Promise<void> {
    const channel = destination?.channel ?? message.channel;
    const topic = plan.topic ?? message.topic;
    await this.checks.newTopic(facts, plan, channel, topic);
    const decision = decideTopic(topic, channel.topicsPolicy, facts.settings.topicsPolicy);
    const isMove = plan.topic !== null || destination !== null;
    // An empty topic that is there already may stay; another topic than the only one may not.
    if (decision !== 'empty-not-allowed' || isMove) refuseTopic(decision);
    if (plan.topic === null) return;
    const channels = destination ? [message.channel, destination.channel] : [message.channel];
    this.checks.topic(facts, plan, channels, message.sentAt);
  }
}

/** A plan of only the channel where the message is already: nobody hears of it. */
function changesNothing({ content, topic, channelId }: EditPlan): boolean {
  return content === null && topic === null && channelId === null;
}

function isInChannel(message: AccessedMessage): message is MovedMessage {
  return message.channel !== null && message.members !== null;
}

/** The destination like the source; and who moves many messages of a channel does so alone. */
function locksOf(request: UpdateMessageRequest, channelIds: readonly number[]): Lock[] {
  const { stream_id: channelId, topic, propagate_mode: mode } = request;
  const locks =
    channelId !== undefined && channelId > 0 && channelId <= LARGEST_CHANNEL_ID
      ? [lockChannel(channelId, 'shared')]
      : [];
  const isMove = topic !== undefined || channelId !== undefined;
  return isMove && mode !== 'change_one' ? [...locks, ...channelIds.map(lockTopics)] : locks;
}
