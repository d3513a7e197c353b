import { textsIn } from '@stoa/texts';
import { cutText } from '../text-cut';
import { newestMessageIds } from './e2ee-plaintext';
import { LegacyApnsPayload, LegacyPayloads, PushMessageView, PushRealm } from './facts';
import { groupFields, senderOf, sortedParticipantIds, topicName } from './message-fields';
import { TextLengths, fitsVendorLimit, fullestThat, newestThat, withApnsTwin, withFcmTwin } from './vendor-limit';

type Fields = Readonly<Record<string, string | number | readonly number[]>>;

/** Legacy payloads of a message for its recipient (push.md 5.6). */
export function legacyMessage(view: PushMessageView): LegacyPayloads {
  const fcm = fullestThat(fitsVendorLimit, (lengths) => fcmMessage(view, lengths));
  const apns = fullestThat(fitsVendorLimit, (lengths) => apnsMessage(view, lengths));
  return {
    gcm_payload: withFcmTwin(fcm, 'zulip_message_id', 'service_message_id'),
    gcm_options: { priority: 'high' },
    apns_payload: withApnsTwin(apns),
  };
}

function fcmMessage(view: PushMessageView, lengths: TextLengths): Record<string, string> {
  const { realm, userId, message } = view;
  const sender = senderOf(view);
  return fcmStrings({
    ...fcmBase(realm, userId),
    ...messageFields(view),
    event: 'message',
    zulip_message_id: message.messageId,
    time: message.timestamp,
    content: cutText(message.text, lengths.content),
    sender_full_name: sender.fullName,
    sender_avatar_url: sender.avatarUrl,
  });
}

function apnsMessage(view: PushMessageView, lengths: TextLengths): LegacyApnsPayload {
  const alert = {
    title: cutText(alertTitle(view), lengths.title),
    subtitle: alertSubtitle(view),
    body: cutText(view.message.text, lengths.content),
  };
  return {
    aps: { alert, sound: 'default', badge: 0 },
    zulip: { ...apnsBase(view.realm, view.userId), ...messageFields(view), message_ids: [view.message.messageId] },
  };
}

/**
 * Legacy payloads that withdraw notifications (push.md 5.6).
 * @param messageIds in any order; the newest 200 of them are named
 */
export function legacyRemoval(realm: PushRealm, userId: number, messageIds: Iterable<number>): LegacyPayloads {
  const fieldsOf = (ids: number[]) => ({ event: 'remove', zulip_message_ids: ids.join() });
  const ids = newestMessageIds(messageIds);
  const fcm = newestThat(fitsVendorLimit, ids, (kept) => fcmStrings({ ...fcmBase(realm, userId), ...fieldsOf(kept) }));
  const apns = newestThat(fitsVendorLimit, ids, (kept) => ({
    aps: { badge: 0 as const },
    zulip: { ...apnsBase(realm, userId), ...fieldsOf(kept) },
  }));
  return {
    gcm_payload: withFcmTwin(fcm, 'zulip_message_ids', 'service_message_ids'),
    gcm_options: { priority: 'normal' },
    apns_payload: withApnsTwin(apns),
  };
}

/**
 * Legacy payloads of a test notification (push.md 5.6).
 * @param now seconds since the epoch
 */
export function legacyTest(realm: PushRealm, userId: number, now: number): LegacyPayloads {
  const body = `This is a test notification from ${realm.name} (${realm.url}).`;
  const apns: LegacyApnsPayload = {
    aps: { alert: { title: 'Test notification', body }, sound: 'default' },
    zulip: { ...apnsBase(realm, userId), event: 'test' },
  };
  return {
    gcm_payload: fcmStrings({ ...fcmBase(realm, userId), event: 'test', time: now }),
    gcm_options: { priority: 'high' },
    apns_payload: withApnsTwin(apns),
  };
}

/** `base_payload` of the relay's `push/test_notification`, which makes the vendors' payloads itself (push.md 7.2). */
export function legacyBasePayload(realm: PushRealm, userId: number): Fields {
  return fcmBase(realm, userId);
}

function fcmBase(realm: PushRealm, userId: number): Fields {
  return { server: realm.host, realm_id: realm.realmId, ...apnsBase(realm, userId) };
}

function apnsBase(realm: PushRealm, userId: number): Fields {
  return { realm_uri: realm.url, realm_url: realm.url, realm_name: realm.name, user_id: userId };
}

function messageFields(view: PushMessageView): Fields {
  const sender = senderOf(view);
  return {
    sender_id: sender.userId,
    sender_email: sender.email,
    ...groupFields(view),
    ...conversationFields(view),
  };
}

function conversationFields({ message: { conversation }, language }: PushMessageView): Fields {
  if (conversation.type === 'channel') {
    const { channelId, channelName, topic } = conversation;
    return { recipient_type: 'stream', stream: channelName, stream_id: channelId, topic: topicName(topic, language) };
  }
  const ids = sortedParticipantIds(conversation);
  return ids.length > 2 ? { recipient_type: 'private', pm_users: ids.join() } : { recipient_type: 'private' };
}

function alertTitle(view: PushMessageView): string {
  const { conversation } = view.message;
  if (conversation.type === 'channel') {
    return `#${conversation.channelName} > ${topicName(conversation.topic, view.language)}`;
  }
  if (conversation.participants.length <= 2) return senderOf(view).fullName;
  const names = conversation.participants.map(({ fullName }) => fullName);
  return names.sort(byCodeUnits).join(', ');
}

function alertSubtitle(view: PushMessageView): string {
  const { decision, message } = view;
  const write = textsIn(view.language);
  const user = senderOf(view).fullName;
  if (decision.mentionedGroup) return write('push.mentionedGroup', { user, group: decision.mentionedGroup.name });
  if (decision.trigger === 'mentioned') return write('push.mentionedYou', { user });
  if (decision.trigger.includes('_wildcard_mentioned')) return write('push.mentionedEveryone', { user });
  const isOneToOne = message.conversation.type === 'direct' && message.conversation.participants.length <= 2;
  return isOneToOne ? '' : `${user}:`;
}

/** The order does not depend on the server's locale. */
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** FCM takes texts only. */
function fcmStrings(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
