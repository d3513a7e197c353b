import { type FragmentId, type FragmentedAnswerBuilder, subscribersScope } from '@stoa/fragments';
import {
  canAccessChannelMetadata,
  canSeeSubscribers,
  CHANNEL_COLORS,
  ChannelViewer,
  isGuest,
  PolicyChannel,
  PolicyUser,
} from '@stoa/policy';
import { channelObject } from '@stoa/wire-objects';
import type { ChannelBlocks, ChannelPlace } from '../state/channel-blocks';
import { ChannelSet } from '../state/channel-set';
import { ChannelListsRow, ChannelSettingsRow, ChannelStateRow, JsonRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';
import { ArrayWriter, StateWriter } from '../../shared/state/state-writer';
import { ActivePart, SubscriberList, partialList } from '../state/subscriber-lists';
import { type ListedChannel, type ReadChannels, columns } from './channel-texts';

/** From this many subscribers on a list is worth keeping at the edge, and may be partial (channels.md 5.6). */
export const LARGE_CHANNEL = 250;
/** Below this, naming the version of a text that the caller holds costs more than the text. */
const SHORTEST_SHARED_BYTES = 256;

export interface ChannelSectionInput {
  state: RegisterState;
  /** All of the organization, in the order of their names, by code point. */
  channels: readonly ListedChannel[];
  /** Their texts, in the same order. */
  blocks: ChannelBlocks;
  /** By channel id; those that the viewer may not see are not there. Null: not asked for. */
  subscribers: ReadonlyMap<number, SubscriberList> | null;
  activePart: ActivePart | null;
}

/** A channel that the viewer may see. */
interface SeenChannel extends ListedChannel {
  place: ChannelPlace;
}

/** `subscriptions`, `unsubscribed`, `never_subscribed` and `streams` (channels.md 3.6). */
export function writeChannels(input: ChannelSectionInput, writer: StateWriter): void {
  const { wanted } = input.state;
  const seen = visibleChannels(input);
  if (wanted.has('subscription')) {
    const lists: [name: string, active: boolean | null][] = [
      ['subscriptions', true],
      ['unsubscribed', false],
      ['never_subscribed', null],
    ];
    for (const [name, active] of lists) {
      const channels = seen.filter(({ row }) => row.active === active);
      writer.array(name, (elements) => {
        if (active === null && input.subscribers === null) writeObjects(channels, elements);
        else for (const channel of channels) writeSubscription(input, channel, elements);
      });
    }
  }
  if (wanted.has('stream')) writer.array('streams', (elements) => writeObjects(seen, elements));
}

function visibleChannels({ state, channels, blocks }: ChannelSectionInput): SeenChannel[] {
  const { user, request } = state;
  if (!user) return [];
  const seen: SeenChannel[] = [];
  channels.forEach((channel, position) => {
    const { settings, row } = channel;
    if (settings.is_archived && !request.client_capabilities.archived_channels) return;
    if (!canAccessChannelMetadata(policyChannel(settings), viewerOf(user, row, state))) return;
    seen.push({ ...channel, place: blocks.placeOf(position) });
  });
  return seen;
}

/** The objects as they are, those of neighbours in one part. */
function writeObjects(seen: readonly SeenChannel[], elements: ArrayWriter): void {
  let run: { block: ChannelPlace['block']; first: number; last: number } | undefined;
  const endRun = (): void => {
    if (run) elements.part(run.block, run.block.range(run.first, run.last));
  };
  for (const { place } of seen) {
    if (run?.block === place.block && run.last + 1 === place.index) {
      run.last = place.index;
      continue;
    }
    endRun();
    run = { block: place.block, first: place.index, last: place.index };
  }
  endRun();
}

function viewerOf(user: PolicyUser, row: ChannelStateRow, state: RegisterState): ChannelViewer {
  return { user, isSubscribed: row.active === true, groups: state.groups.graph };
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

/** The shared text of the channel, without its closing brace, and what is added to it for this viewer. */
function writeSubscription(
  input: ChannelSectionInput,
  { row, place: { block, index } }: SeenChannel,
  elements: ArrayWriter,
): void {
  const [start, end] = block.range(index, index);
  elements.pieces((answer) => {
    answer.part(block.id, block.bytes, [start, end - 1]);
    if (row.active !== null) answer.text(`,${JSON.stringify(personalFields(row, input.state)).slice(1, -1)}`);
    if (input.subscribers !== null) writeSubscribers(input, row.id, answer);
    answer.text('}');
  });
}

function writeSubscribers(input: ChannelSectionInput, channelId: number, answer: FragmentedAnswerBuilder): void {
  const list = input.subscribers?.get(channelId);
  const isLarge = list !== undefined && list.count >= LARGE_CHANNEL;
  const isPartial = isLarge && input.activePart !== null;
  answer.text(`,"${isPartial ? 'partial_subscribers' : 'subscribers'}":[`);
  if (isLarge) {
    const bytes = isPartial && input.activePart ? partialList(input.activePart, channelId, list) : list.bytes;
    if (bytes.length < SHORTEST_SHARED_BYTES) answer.text(bytes.toString('latin1'));
    else answer.fragment(fragmentId(input, channelId, list, isPartial), () => bytes);
  } else if (list) answer.text(list.text);
  answer.text(']');
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
export function writeSpectatorChannels(state: RegisterState, { set, rows }: ReadChannels, writer: StateWriter): void {
  if (!state.wanted.has('subscription')) return;
  const subscriptions: Record<string, unknown>[] = [];
  for (const row of rows) {
    const settings = set.rows.get(row.id);
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
  configured: ChannelListsRow,
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

function folders(state: RegisterState, configured: ChannelListsRow, channels: ChannelSet): Record<string, unknown>[] {
  const open = new Set(
    [...channels.rows.values()].filter((row) => row.is_web_public && !row.is_archived).map((row) => row.folder_id),
  );
  return configured.folders
    .filter((folder) => state.user !== null || open.has(folder.id))
    .map(({ position, ...folder }) => ({ ...folder, order: position }));
}
