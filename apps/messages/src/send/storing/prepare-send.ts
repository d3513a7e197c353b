import { Audience, EventBody } from '@stoa/contracts/changes';
import { DirectoryChannel, DirectoryUser, DirectoryView, RealmSettings } from '@stoa/directory';
import { RenderedMessage } from '../rendering/message-renderer';
import { SentWidget } from '../widgets/sent-widget';
import { PreparedSend, SendRecord, orNone, specialRecipients } from './prepared-send';
import { TopicPolicyChange, UnsentMessage, sendChange } from './send-change';
import { flagsOfSend } from './send-flags';
import { senderFields } from './sender-fields';

const NOBODY: ReadonlySet<number> = new Set();

/** Everything that was decided about a message, for any sender and recipient. */
export interface DecidedSend {
  partition: number;
  settings: RealmSettings;
  sender: DirectoryUser;
  clientName: string;
  content: string;
  /** "" in direct messages. */
  topic: string;
  rendered: RenderedMessage;
  recipientId: number;
  /** The copy that was decided on; null for direct messages. */
  channel: DirectoryChannel | null;
  address: Pick<UnsentMessage, 'type' | 'stream_id' | 'display_recipient'>;
  isPublicChannel: boolean;
  audience: Audience;
  isRecipient(userId: number): boolean;
  /** Bots that a channel's message mentions and that get it though not subscribed; part of `audience`. */
  deliveredUserIds?: ReadonlySet<number>;
  /** Limited guests who see a placeholder for the sender. */
  senderHiddenFrom?: readonly number[];
  /** Who has read it from the start. */
  readUserIds: ReadonlySet<number>;
  topicWildcardUserIds: ReadonlySet<number>;
  alertedUserIds: ReadonlySet<number>;
  /** Participants of a direct message, else null. */
  receiptUserIds: number[] | null;
  setsFirstMessage: boolean;
  localEcho?: EventBody['localEcho'];
  policyChanges: TopicPolicyChange[];
  widget?: SentWidget | null;
  /** Bots whose services are to be called about it. */
  webhookBotIds?: number[];
}

/** Puts rows and change of a decided message together; what `view` was asked for is what the write confirms. */
export function prepareSend(view: DirectoryView, send: DecidedSend): PreparedSend {
  const { rendered, sender } = send;
  const flags = flagsOfSend({
    isRecipient: (userId) => send.isRecipient(userId),
    deliveredUserIds: send.deliveredUserIds ?? NOBODY,
    audience: send.audience,
    mentionedUserIds: rendered.mentionedUserIds,
    channelWildcard: rendered.channelWildcard,
    topicWildcardUserIds: send.topicWildcardUserIds,
    alertedUserIds: send.alertedUserIds,
    readUserIds: send.readUserIds,
  });
  return {
    channel: send.channel,
    topic: send.topic,
    content: send.content,
    renderedContent: rendered.html,
    ...changeOf(view, send, flags.ofEvent),
    record: { ...recordOf(view, send), ...specialRecipients(flags.readUserIds, flags.rows) },
    automaticNewVisibilityPolicy: send.policyChanges.find((change) => change.userId === sender.id)?.policy ?? null,
    widget: send.widget ?? null,
  };
}

function recordOf(view: DirectoryView, { rendered, policyChanges, ...send }: DecidedSend): SendRecord {
  const { marks } = rendered;
  return {
    realm_id: view.realmId,
    recipient_id: send.recipientId,
    sender_id: send.sender.id,
    renderer_version: rendered.version,
    client_name: send.clientName,
    topic_links: rendered.topicLinks,
    channel_wildcard: marks.channelWildcard,
    is_me_message: marks.isMeMessage,
    has_attachment: marks.hasAttachment,
    has_image: marks.hasImage,
    has_link: marks.hasLink,
    partition: send.partition,
    channel_id: send.channel?.channelId ?? null,
    ...view.versions(),
    receipt_user_ids: send.receiptUserIds,
    policy_user_ids: orNone(policyChanges.map((change) => change.userId)),
    policies: orNone(policyChanges.map((change) => change.policy)),
    sets_first_message: send.setsFirstMessage,
    wants_link_previews: marks.wantsLinkPreviews,
    webhook_bot_ids: orNone(send.webhookBotIds ?? []),
    attachment_ids: orNone(rendered.attachments.map(({ id }) => id)),
    claims_first: true,
  };
}

function changeOf(view: DirectoryView, send: DecidedSend, flags: NonNullable<EventBody['flags']>) {
  return sendChange({
    realmId: view.realmId,
    message: {
      ...senderFields(send.settings, send.sender),
      client: send.clientName,
      content: send.content,
      rendered_content: send.rendered.html,
      recipient_id: send.recipientId,
      ...send.address,
      subject: send.topic,
      topic_links: send.rendered.topicLinks,
      is_me_message: send.rendered.marks.isMeMessage,
      reactions: [],
      submessages: [],
    },
    audience: send.audience,
    isPublicChannel: send.isPublicChannel,
    flags,
    hints: {
      ...send.rendered.hints,
      ...(send.senderHiddenFrom?.length ? { senderHiddenFrom: [...send.senderHiddenFrom] } : {}),
    },
    localEcho: send.localEcho,
    policyChanges: send.policyChanges,
    widget: send.widget ?? null,
    attachmentOwnerIds: send.rendered.attachments.map(({ ownerId }) => ownerId),
  });
}
