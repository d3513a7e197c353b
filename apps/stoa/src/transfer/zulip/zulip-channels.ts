import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import { field, timeOf } from '../conversion/foreign-export';
import { DEFAULT_PERMISSIONS } from '../conversion/system-groups';
import { sameFields } from './zulip-columns';
import { ZulipContext } from './zulip-context';
import { idOf } from './zulip-tables';

const PERSONAL = 1;
const CHANNEL = 2;
const SUBSCRIPTION_FIELDS = [
  ...['color', 'is_muted', 'pin_to_top', 'desktop_notifications', 'audible_notifications', 'push_notifications'],
  ...['email_notifications', 'wildcard_mentions_notify'],
];
const CHANNEL_FIELDS = [
  ...['name', 'description', 'invite_only', 'history_public_to_subscribers', 'is_web_public', 'message_retention_days'],
  ...['topics_policy', 'date_created'],
];
const VISIBILITIES: ReadonlySet<number> = new Set([1, 2, 3]);

/** Channels, who is in them, and whom recipients stand for. */
export async function addChannels(context: ZulipContext): Promise<void> {
  readRecipients(context);
  await addFolders(context);
  const { tables, builder, columns, channelOfRecipient } = context;
  const recipientOfChannel = new Map([...channelOfRecipient].map(([recipient, channel]) => [channel, recipient]));
  for (const row of tables.rows('zerver_stream')) {
    const id = idOf(row, 'id') ?? 0;
    const recipient = idOf(row, 'recipient') ?? recipientOfChannel.get(id);
    if (recipient === undefined || !channelOfRecipient.has(recipient)) {
      builder.problem('realm.json: zerver_stream', `${field.text(row, 'name')}: has no recipient; left out`);
      continue;
    }
    const permissions = Object.keys(CHANNEL_PERMISSION_SETTINGS).flatMap((name) => {
      const group = idOf(row, name);
      const known = group === null ? undefined : context.groupId(group);
      return known === undefined ? [] : [[name, known]];
    });
    const creator = idOf(row, 'creator');
    await builder.add('channel', {
      ...sameFields(row, columns.get('channel') ?? new Map(), CHANNEL_FIELDS),
      id,
      recipient_id: recipient,
      is_archived: field.flag(row, 'deactivated'),
      creator_id: creator !== null && context.users.has(creator) ? creator : null,
      folder_id: idOf(row, 'folder'),
      ...DEFAULT_PERMISSIONS.channel(),
      ...Object.fromEntries(permissions),
    });
  }
  for (const row of tables.rows('zerver_defaultstream')) {
    const channel = idOf(row, 'stream') ?? 0;
    if (recipientOfChannel.has(channel)) await builder.add('default_channel', { channel_id: channel });
  }
  await addSubscriptions(context);
}

function readRecipients({ tables, channelOfRecipient, userOfRecipient, membersOfRecipient }: ZulipContext): void {
  for (const row of tables.rows('zerver_recipient')) {
    const [id, target] = [idOf(row, 'id'), field.number(row, 'type_id')];
    const type = field.number(row, 'type');
    if (id === null || target === null) continue;
    if (type === CHANNEL) channelOfRecipient.set(id, target);
    else if (type === PERSONAL) userOfRecipient.set(id, target);
    else membersOfRecipient.set(id, []);
  }
}

async function addFolders({ tables, builder }: ZulipContext): Promise<void> {
  for (const row of tables.rows('zerver_channelfolder')) {
    await builder.add('channel_folder', {
      id: idOf(row, 'id'),
      name: field.text(row, 'name'),
      description: field.text(row, 'description'),
      position: field.number(row, 'order') ?? 0,
      is_archived: field.flag(row, 'is_archived'),
    });
  }
}

async function addSubscriptions(context: ZulipContext): Promise<void> {
  const { tables, builder, columns, users, channelOfRecipient, membersOfRecipient, subscribed } = context;
  const own = columns.get('subscription') ?? new Map();
  for (const row of tables.rows('zerver_subscription')) {
    const [user, recipient] = [idOf(row, 'user_profile') ?? 0, idOf(row, 'recipient') ?? 0];
    if (!users.has(user)) continue;
    membersOfRecipient.get(recipient)?.push(user);
    const channel = channelOfRecipient.get(recipient);
    if (channel === undefined) continue;
    const isActive = field.flag(row, 'active');
    if (isActive) subscribed.add(`${user}:${recipient}`);
    await builder.add('subscription', {
      ...sameFields(row, own, SUBSCRIPTION_FIELDS),
      user_id: user,
      channel_id: channel,
      active: isActive,
    });
  }
  const topics = new Set<string>();
  for (const row of tables.rows('zerver_usertopic', 'zerver_mutedtopic')) {
    const [user, channel] = [idOf(row, 'user_profile') ?? 0, idOf(row, 'stream') ?? 0];
    const topic = field.text(row, 'topic_name');
    const policy = field.number(row, 'visibility_policy') ?? 1;
    const key = `${user} ${channel} ${topic.toLowerCase()}`;
    if (!users.has(user) || !VISIBILITIES.has(policy) || topics.has(key)) continue;
    topics.add(key);
    await builder.add('user_topic', {
      user_id: user,
      channel_id: channel,
      topic,
      visibility_policy: policy,
      last_updated: timeOf(field.number(row, 'last_updated') ?? field.number(row, 'date_muted') ?? 0),
    });
  }
}
