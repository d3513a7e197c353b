import { type ChannelColumns, channelObject, weeklyTraffic } from '@stoa/wire-objects';
import { Breather } from '../../shared/state/breathe';
import type { ChannelSet } from '../state/channel-set';
import type { Traffic } from '../state/channel-traffic';
import type { GroupSet } from '../state/group-set';
import type { ChannelSettingsRow, ChannelStateRow } from '../state/register-rows';

/** Channels as one registration reads them. */
export interface ReadChannels {
  set: ChannelSet;
  /** Of the same channels or more, in the order of their names, by code point. */
  rows: readonly ChannelStateRow[];
  traffic: Traffic;
}

/** A channel with everything that decides where and how it is shown. */
export interface ListedChannel {
  settings: ChannelSettingsRow;
  row: ChannelStateRow;
  /** JSON text of the channel's object. */
  text: string;
}

/**
 * All channels of the organization, whoever asks.
 * @param now Unix seconds
 */
export async function listChannels(
  { set: { rows: settingsOf }, rows, traffic }: ReadChannels,
  groups: GroupSet,
  now: number,
): Promise<ListedChannel[]> {
  const breather = new Breather();
  const listed: ListedChannel[] = [];
  for (const row of rows) {
    const settings = settingsOf.get(row.id);
    if (settings) {
      const weekly = weeklyTraffic(traffic.get(row.id) ?? 0, now - settings.date_created);
      listed.push({ settings, row, text: channelText(settings, row, groups, weekly) });
    }
    const pause = breather.pause();
    if (pause) await pause;
  }
  return listed;
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
function channelText(
  settings: ChannelSettingsRow,
  row: ChannelStateRow,
  groups: GroupSet,
  traffic: number | null,
): string {
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

/** What the object of a channel is made of. */
export function columns(settings: ChannelSettingsRow, row: ChannelStateRow): ChannelColumns {
  return {
    ...settings,
    first_message_id: row.first_message_id,
    is_recently_active: row.is_recently_active,
    subscriber_count: row.subscriber_count,
  };
}
