import { FragmentId, subscribersScope } from '@stoa/fragments';
import {
  canAccessChannelMetadata,
  canSeeSubscribers,
  CHANNEL_COLORS,
  ChannelViewer,
  isGuest,
  PolicyChannel,
  PolicyUser,
} from '@stoa/policy';
import { ChannelColumns, channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { ChannelSet } from '../state/channel-set';
import type { GroupSet } from '../state/group-set';
import { ChannelSettingsRow, ChannelStateRow, ConfiguredRow, JsonRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';
import { ArrayWriter, StateWriter } from '../../shared/state/state-writer';
import { ActivePart, SubscriberList, partialList } from '../state/subscriber-lists';

/** From this many subscribers on a list is worth keeping at the edge, and may be partial (channels.md 5.6). */
export const LARGE_CHANNEL = 250;

export interface ChannelSectionInput {
  state: RegisterState;
  channels: ChannelSet;
  /** In the order of the channels' names, by code point. */
  rows: readonly ChannelStateRow[];
  /** By channel id; those that the viewer may not see are not there. Null: not asked for. */
  subscribers: ReadonlyMap<number, SubscriberList> | null;
  activePart: ActivePart | null;
  /** Unix seconds. */
  now: number;
}

/** A channel with everything that decides where and how it is shown. */
interface SeenChannel {
  settings: ChannelSettingsRow;
  row: ChannelStateRow;
  /** JSON text of the channel's object. */
  text: string;
}

/** `subscriptions`, `unsubscribed`, `never_subscribed` and `streams` (channels.md 3.6). */
export function writeChannels(input: ChannelSectionInput, writer: StateWriter): void {
  const { wanted } = input.state;
  const seen = visibleChannels(input);
  if (wanted.has('subscription')) {
    const lists: [name: string, belongs: (channel: SeenChannel) => boolean, isPersonal: boolean][] = [
      ['subscriptions', ({ row }) => row.active === true, true],
      ['unsubscribed', ({ row }) => row.active === false, true],
      ['never_subscribed', ({ row }) => row.active === null, false],
    ];
    for (const [name, belongs, isPersonal] of lists) {
      writer.array(name, (elements) => {
        for (const channel of seen.filter(belongs)) writeSubscription(input, channel, isPersonal, elements);
      });
    }
  }
  if (wanted.has('stream')) writer.text('streams', `[${seen.map(({ text }) => text).join()}]`);
}

function visibleChannels({ state, channels, rows, now }: ChannelSectionInput): SeenChannel[] {
  const { user, groups, request } = state;
  if (!user) return [];
  const seen: SeenChannel[] = [];
  for (const row of rows) {
    const settings = channels.rows.get(row.id);
    if (!settings || (settings.is_archived && !request.client_capabilities.archived_channels)) continue;
    const viewer = viewerOf(user, row, state);
    if (!canAccessChannelMetadata(policyChannel(settings), viewer)) continue;
    seen.push({ settings, row, text: channelText(settings, row, groups, now) });
  }
  return seen;
}

interface KnownText {
  groups: GroupSet;
  firstMessageId: number | null;
  isRecentlyActive: boolean;
  subscriberCount: number;
  traffic: number | null;
  text: string;
}

/** By the channel's settings object, which is a new one after each change. */
const knownTexts = new WeakMap<ChannelSettingsRow, KnownText>();

/** Nobody's channel differs from another's but for the personal fields, and in large organizations they are most of it. */
function channelText(settings: ChannelSettingsRow, row: ChannelStateRow, groups: GroupSet, now: number): string {
  const traffic = weeklyTraffic(row.messages, now - settings.date_created);
  const known = knownTexts.get(settings);
  if (
    known?.groups === groups &&
    known.firstMessageId === row.first_message_id &&
    known.isRecentlyActive === row.is_recently_active &&
    known.subscriberCount === row.subscriber_count &&
    known.traffic === traffic
  ) {
    return known.text;
  }
  const text = JSON.stringify(channelObject(columns(settings, row), groups, traffic));
  knownTexts.set(settings, {
    groups,
    firstMessageId: row.first_message_id,
    isRecentlyActive: row.is_recently_active,
    subscriberCount: row.subscriber_count,
    traffic,
    text,
  });
  return text;
}

function viewerOf(user: PolicyUser, row: ChannelStateRow, state: RegisterState): ChannelViewer {
  return { user, isSubscribed: row.active === true, groups: state.groups.graph };
}

function columns(settings: ChannelSettingsRow, row: ChannelStateRow): ChannelColumns {
  return {
    ...settings,
    first_message_id: row.first_message_id,
    is_recently_active: row.is_recently_active,
    subscriber_count: row.subscriber_count,
  };
}

function policyChannel(settings: ChannelSettingsRow): PolicyChannel {
  return {
    channelId: settings.id,
    inviteOnly: settings.invite_only,
    isWebPublic: settings.is_web_public,
    historyPublicToSubscribers: settings.history_public_to_subscribers,
    isArchived: settings.is_archived,
    canAddSubscribersGroup: settings.can_add_subscribers_group,
    canAdministerChannelGroup: settings.can_administer_channel_group,
    canSubscribeGroup: settings.can_subscribe_group,
    canSendMessageGroup: settings.can_send_message_group,
    canRemoveSubscribersGroup: settings.can_remove_subscribers_group,
  };
}

/** Whether the viewer may see who is subscribed to a channel. */
export function seesSubscribers(state: RegisterState, settings: ChannelSettingsRow, row: ChannelStateRow): boolean {
  return state.user !== null && canSeeSubscribers(policyChannel(settings), viewerOf(state.user, row, state));
}

function writeSubscription(
  input: ChannelSectionInput,
  { row, text: channel }: SeenChannel,
  isPersonal: boolean,
  elements: ArrayWriter,
): void {
  const text = isPersonal
    ? `${channel.slice(0, -1)},${JSON.stringify(personalFields(row, input.state)).slice(1)}`
    : channel;
  if (input.subscribers === null) return elements.text(text);
  const list = input.subscribers.get(row.id);
  const isPartial = input.activePart !== null && list !== undefined && list.count >= LARGE_CHANNEL;
  const head = `${text.slice(0, -1)},"${isPartial ? 'partial_subscribers' : 'subscribers'}":[`;
  if (!list) return elements.text(`${head}]}`);
  const bytes = isPartial && input.activePart ? partialList(input.activePart, row.id, list) : list.bytes;
  if (list.count < LARGE_CHANNEL) return elements.text(`${head}${bytes.toString('latin1')}]}`);
  elements.objectWithShared(head, fragmentId(input, row.id, list, isPartial), bytes);
}

function fragmentId(
  input: ChannelSectionInput,
  channelId: number,
  list: SubscriberList,
  isPartial: boolean,
): FragmentId {
  const scope = subscribersScope(input.state.realm.id);
  if (!isPartial || !input.activePart) return { scope, name: String(channelId), version: String(list.version) };
  return { scope, name: `${channelId}p`, version: `${list.version}.${input.activePart.name}` };
}

/** Channel overrides and the personal settings that null inherits from (channels.md 3.2). */
const INHERITED = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
} as const;

function personalFields(row: ChannelStateRow, { account, request }: RegisterState): Record<string, unknown> {
  const own: JsonRow = account ?? {};
  const inherits = !request.client_capabilities.notification_settings_null;
  const override = (name: keyof typeof INHERITED): unknown => row[name] ?? (inherits ? own[INHERITED[name]] : null);
  return {
    color: row.color,
    is_muted: row.is_muted,
    in_home_view: !row.is_muted,
    pin_to_top: row.pin_to_top,
    desktop_notifications: override('desktop_notifications'),
    audible_notifications: override('audible_notifications'),
    push_notifications: override('push_notifications'),
    email_notifications: override('email_notifications'),
    wildcard_mentions_notify: row.wildcard_mentions_notify,
  };
}

/** Spectators see every web-public channel as if they were subscribed (channels.md 3.6). */
export function writeSpectatorChannels(input: ChannelSectionInput, writer: StateWriter): void {
  const { state, channels, rows } = input;
  if (!state.wanted.has('subscription')) return;
  const subscriptions: Record<string, unknown>[] = [];
  for (const row of rows) {
    const settings = channels.rows.get(row.id);
    if (!settings?.is_web_public || settings.is_archived) continue;
    subscriptions.push({
      ...channelObject(columns(settings, row), state.groups, null),
      color: CHANNEL_COLORS[subscriptions.length % CHANNEL_COLORS.length],
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: true,
      audible_notifications: true,
      push_notifications: true,
      email_notifications: true,
      wildcard_mentions_notify: true,
    });
  }
  writer.fields({ subscriptions, unsubscribed: [], never_subscribed: [] });
}

/** Default channels, their groups and folders (channels.md 3.6); guests have no defaults. */
export function channelListFields(
  state: RegisterState,
  configured: ConfiguredRow,
  channels: ChannelSet,
): Record<string, unknown> {
  const { wanted, user } = state;
  const hasDefaults = user !== null && !isGuest(user);
  const fields: Record<string, unknown> = {};
  if (wanted.has('default_streams')) fields.realm_default_streams = hasDefaults ? configured.default_channels : [];
  if (wanted.has('default_stream_groups')) {
    fields.realm_default_stream_groups = hasDefaults
      ? configured.default_channel_groups.map(({ channels: ids, ...group }) => ({ ...group, streams: ids }))
      : [];
  }
  if (wanted.has('channel_folders')) fields.channel_folders = folders(state, configured, channels);
  return fields;
}

function folders(state: RegisterState, configured: ConfiguredRow, channels: ChannelSet): Record<string, unknown>[] {
  const open = new Set(
    [...channels.rows.values()].filter((row) => row.is_web_public && !row.is_archived).map((row) => row.folder_id),
  );
  return configured.folders
    .filter((folder) => state.user !== null || open.has(folder.id))
    .map(({ position, ...folder }) => ({ ...folder, order: position }));
}
