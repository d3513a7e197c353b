import type { Channel, State } from '../store/state';
import { languageInUse } from '../strings/strings';

/** Channels that stand together in the sidebar and in the inbox (web-details.md A.2). */
export interface ChannelSection {
  /** `pinned`, `folder/7` or `others`: what is remembered of folded sections. */
  readonly key: string;
  /** The folder's; absent for the pinned and for the rest. */
  readonly name?: string;
  readonly folderId?: number;
  /** By name. */
  readonly active: readonly Channel[];
  readonly muted: readonly Channel[];
  readonly inactive: readonly Channel[];
}

export type SectionedState = Pick<State, 'channels' | 'folders' | 'settings'>;

const Demote = { Automatic: 1, Always: 2 } as const;
/** From this many subscriptions on, quiet channels are put away unless the user chose otherwise. */
const MANY_CHANNELS = 20;

const isPinned = ({ subscription }: Channel): boolean => subscription?.pin_to_top === true;
const isMuted = ({ subscription }: Channel): boolean => subscription?.is_muted === true;

function putsQuietAway({ settings }: SectionedState, count: number): boolean {
  const policy = settings.demote_inactive_streams;
  return policy === Demote.Always || (policy === Demote.Automatic && count >= MANY_CHANNELS);
}

/** Where channels stand: people group them by folder in the one, in the other, in both or in none. */
export type SectionedPlace = 'sidebar' | 'inbox';

const GROUPS = {
  sidebar: 'web_left_sidebar_show_channel_folders',
  inbox: 'web_inbox_show_channel_folders',
} as const;

function sectionKeyOf(channel: Channel, { folders, settings }: SectionedState, place: SectionedPlace): string {
  if (isPinned(channel)) return 'pinned';
  const folder = folders.get(channel.folder_id ?? -1);
  return folder && !folder.is_archived && settings[GROUPS[place]] ? `folder/${folder.id}` : 'others';
}

/** Subscribed channels as the sidebar orders them: pinned, then folders by their order, then the rest; none is empty. */
export function channelSections(state: SectionedState, place: SectionedPlace = 'sidebar'): readonly ChannelSection[] {
  const collator = new Intl.Collator(languageInUse());
  const subscribed = [...state.channels.values()]
    .filter((channel) => channel.isSubscribed && !channel.is_archived)
    .sort((a, b) => collator.compare(a.name, b.name));
  const hidesQuiet = putsQuietAway(state, subscribed.length);
  const isQuiet = (channel: Channel): boolean => hidesQuiet && !channel.is_recently_active && !isPinned(channel);
  const byKey = new Map<string, Channel[]>();
  for (const channel of subscribed) {
    const key = sectionKeyOf(channel, state, place);
    byKey.set(key, [...(byKey.get(key) ?? []), channel]);
  }
  const section = (key: string, channels: readonly Channel[]): ChannelSection => ({
    key,
    active: channels.filter((channel) => !isQuiet(channel) && !isMuted(channel)),
    muted: channels.filter((channel) => !isQuiet(channel) && isMuted(channel)),
    inactive: channels.filter(isQuiet),
  });
  const folders = [...state.folders.values()]
    .filter(({ id }) => byKey.has(`folder/${id}`))
    .sort((a, b) => a.order - b.order || a.id - b.id)
    .map(({ id, name }) => ({ ...section(`folder/${id}`, byKey.get(`folder/${id}`) ?? []), name, folderId: id }));
  const fixed = (key: string): ChannelSection[] => (byKey.has(key) ? [section(key, byKey.get(key) ?? [])] : []);
  // Folders in which nothing happens come last.
  const lively = folders.filter(({ active }) => active.length > 0);
  const still = folders.filter(({ active }) => active.length === 0);
  return [...fixed('pinned'), ...lively, ...fixed('others'), ...still];
}

/** The channels of all sections, in their order. */
export function channelsInOrder(sections: readonly ChannelSection[]): readonly Channel[] {
  return sections.flatMap(({ active, muted, inactive }) => [...active, ...muted, ...inactive]);
}
