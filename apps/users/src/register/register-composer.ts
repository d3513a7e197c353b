import { PresenceStore } from '@stoa/redis';
import { Injectable } from '@nestjs/common';
import { VERSION_FIELDS } from '@stoa/contracts/server';
import { notLoggedIn } from '@stoa/errors';
import { SnapshotReader, setKeys } from '@stoa/database';
import { SEARCH_STOP_WORDS } from '@stoa/narrow';
import { isAdministrator } from '@stoa/policy';
import { BotObjects } from '../shared/bot-data/bot-objects';
import { CrossRealmBots } from '../shared/user-set/cross-realm-bots';
import { UsersEnvironment } from '../users-environment';
import { ChannelSet } from './state/channel-set';
import { WEBHOOK_BOTS } from './incoming-webhook-bots';
import { RegisterChannelsRepository } from './register-channels.repository';
import { ChannelStateRow, PersonalRow } from './state/register-rows';
import { RegisterSets } from './register-sets';
import { RegisterState } from './state/register-state';
import { RegisterRepository } from './register.repository';
import {
  ChannelSectionInput,
  LARGE_CHANNEL,
  channelListFields,
  seesSubscribers,
  writeChannels,
  writeSpectatorChannels,
} from './sections/channels.section';
import { configuredFields } from './sections/configured.section';
import { MessageState, messageFields, wantsUnread } from './sections/messages.section';
import { personalFields } from './sections/personal.section';
import { presenceFields, spectatorPresenceFields, statusFields } from './sections/presence.section';
import { realmFields } from './sections/realm.section';
import { settingsFields } from './sections/settings.section';
import { ownFields, systemBots, viewOf, writeUsers } from './sections/users.section';
import { MessageStateRepository } from '../shared/message-state/message-state.repository';
import { Muting } from './sections/unread';
import { StateWriter } from '../shared/state/state-writer';

/** Channels as one registration sees them. */
interface ReadChannels {
  set: ChannelSet;
  rows: ChannelStateRow[];
}

const NO_CHANNELS: ReadChannels = { set: new ChannelSet(0, new Map()), rows: [] };

/** Fetch types that need to know the channels. */
const CHANNEL_TYPES = ['subscription', 'stream', 'muted_topics', 'user_topic', 'channel_folders'] as const;
/** Fetch types whose lists administrators configure. */
const CONFIGURED_TYPES = [
  ...['realm_domains', 'realm_emoji', 'realm_linkifiers', 'realm_filters', 'realm_playgrounds'],
  ...['custom_profile_fields', 'default_streams', 'default_stream_groups', 'channel_folders'],
];
const PERSONAL_TYPES = [
  ...['alert_words', 'onboarding_steps', 'drafts', 'scheduled_messages', 'reminders', 'saved_snippets'],
  ...['navigation_views', 'muted_users', 'muted_topics', 'user_topic', 'push_device', 'device', 'video_calls'],
];

/** Reads and writes all wanted parts of the state, with as few statements as the parts allow. */
@Injectable()
export class RegisterComposer {
  constructor(
    private readonly repository: RegisterRepository,
    private readonly channelsRepository: RegisterChannelsRepository,
    private readonly messages: MessageStateRepository,
    private readonly sets: RegisterSets,
    private readonly systemBots: CrossRealmBots,
    private readonly botObjects: BotObjects,
    private readonly presences: PresenceStore,
    private readonly environment: UsersEnvironment,
  ) {}

  async compose(reader: SnapshotReader, state: RegisterState): Promise<StateWriter> {
    const writer = new StateWriter(state.request.known);
    writer.fields(VERSION_FIELDS);
    // Encoding users takes the processor, reading the rest takes the database: side by side.
    const encoding = this.encodeUsers(state);
    const channels = await this.readChannels(reader, state);
    await this.addConfigured(reader, state, channels, writer);
    await this.addChannels(reader, state, channels, writer);
    await this.addPersonal(reader, state, channels, writer);
    await this.addPresence(reader, state, writer);
    await encoding;
    await this.addUsers(reader, state, writer);
    return writer;
  }

  private async encodeUsers(state: RegisterState): Promise<void> {
    if (state.wanted.has('realm_user') && !state.accessible) await state.users.encode(viewOf(state));
  }

  private async readChannels(reader: SnapshotReader, state: RegisterState): Promise<ReadChannels> {
    const { wanted, core, realm } = state;
    const isSpectator = state.user === null;
    if (!isSpectator && !wantsUnread(state) && !wanted.hasAny(...CHANNEL_TYPES)) return NO_CHANNELS;
    const set = await this.sets.channels(reader, realm.id, core.versions[setKeys.realmChannels(realm.id)] ?? 0);
    const rows = await this.channelsRepository.channelStates(reader, realm.id, state.user?.userId ?? null);
    if (isSpectator && ![...set.rows.values()].some((row) => row.is_web_public && !row.is_archived)) {
      throw notLoggedIn();
    }
    return { set, rows };
  }

  private async addUsers(reader: SnapshotReader, state: RegisterState, writer: StateWriter): Promise<void> {
    const { wanted, user } = state;
    if (wanted.has('realm')) {
      const { core, groups, server, host, account, realm } = state;
      const language = account?.default_language ?? realm.default_language;
      writer.fields(realmFields({ core, groups, server, host, language, isSpectator: user === null }));
    }
    writer.fields(settingsFields(state));
    if (wanted.has('realm_user')) {
      writer.fields(ownFields(state));
      writer.field('cross_realm_bots', systemBots(await this.systemBots.read(reader), user === null));
      writeUsers(state, writer);
    }
    if (wanted.has('realm_user_groups')) {
      writer.text('realm_user_groups', state.groups.text(state.request.client_capabilities.include_deactivated_groups));
    }
    if (wanted.has('realm_bot')) writer.field('realm_bots', await this.bots(reader, state));
    writer.fields(constantFields(state));
  }

  private async bots(reader: SnapshotReader, { user, users }: RegisterState): Promise<unknown[]> {
    if (!user || user.isBot) return [];
    const administered = users.lists.bots.filter((bot) => isAdministrator(user) || bot.botOwnerId === user.userId);
    return this.botObjects.administered(
      reader,
      administered.map(({ id }) => id),
    );
  }

  private async addConfigured(
    reader: SnapshotReader,
    state: RegisterState,
    channels: ReadChannels,
    writer: StateWriter,
  ): Promise<void> {
    if (!state.wanted.hasAny(...CONFIGURED_TYPES)) return;
    const rows = await this.repository.configured(reader, state.realm.id);
    writer.fields(configuredFields(state, rows));
    writer.fields(channelListFields(state, rows, channels.set));
  }

  private async addChannels(
    reader: SnapshotReader,
    state: RegisterState,
    { set, rows }: ReadChannels,
    writer: StateWriter,
  ): Promise<void> {
    if (!state.wanted.hasAny('subscription', 'stream')) return;
    const nowMs = Date.now();
    const includes = state.request.include_subscribers;
    const asksForSubscribers = state.wanted.has('subscription') && includes !== 'false' && state.user !== null;
    const subscribers = asksForSubscribers ? await this.subscribers(reader, state, { set, rows }) : null;
    const hasLarge = [...(subscribers?.values() ?? [])].some((list) => list.count >= LARGE_CHANNEL);
    const activePart =
      includes === 'partial' && hasLarge
        ? await this.sets.activePart(reader, state.realm.id, state.users, nowMs)
        : null;
    const now = Math.floor(nowMs / 1000);
    const input: ChannelSectionInput = { state, channels: set, rows, subscribers, activePart, now };
    if (state.user) writeChannels(input, writer);
    else writeSpectatorChannels(input, writer);
  }

  private subscribers(
    reader: SnapshotReader,
    state: RegisterState,
    { set, rows }: ReadChannels,
  ): ReturnType<RegisterSets['subscribers']> {
    const versions = new Map<number, number>();
    for (const row of rows) {
      const settings = set.rows.get(row.id);
      if (settings && seesSubscribers(state, settings, row)) versions.set(row.id, row.members_version);
    }
    return this.sets.subscribers(reader, { versions, users: state.users });
  }

  private async addPersonal(
    reader: SnapshotReader,
    state: RegisterState,
    channels: ReadChannels,
    writer: StateWriter,
  ): Promise<void> {
    const { wanted, user } = state;
    const isWanted = wanted.hasAny(...PERSONAL_TYPES);
    const isRead = user !== null && (isWanted || wantsUnread(state));
    const personal = isRead ? await this.repository.personal(reader, user.userId) : null;
    if (isWanted) writer.fields(personalFields(state, personal, channels.set.rows));
    const messages = user ? await this.readMessages(reader, state, user.userId, { personal, channels }) : null;
    writer.fields(messageFields(state, messages));
  }

  private async readMessages(
    reader: SnapshotReader,
    state: RegisterState,
    viewerId: number,
    { personal, channels }: { personal: PersonalRow | null; channels: ReadChannels },
  ): Promise<MessageState> {
    const { wanted } = state;
    const { messages } = this;
    const mutedChannels = new Set(channels.rows.filter((row) => row.is_muted).map((row) => row.id));
    const muting = new Muting(mutedChannels, personal?.user_topics ?? []);
    return {
      maxMessageId: wanted.has('message') ? await messages.maxMessageId(reader, viewerId) : null,
      unread: wantsUnread(state) ? { viewerId, muting, ...(await messages.unread(reader, viewerId)) } : null,
      starred: wanted.has('starred_messages') ? await messages.starred(reader, viewerId) : null,
      recentConversations: wanted.has('recent_private_conversations')
        ? await messages.recentConversations(reader, viewerId)
        : null,
    };
  }

  private async addPresence(reader: SnapshotReader, state: RegisterState, writer: StateWriter): Promise<void> {
    const { wanted, realm, user, request } = state;
    if (wanted.has('presence')) {
      const isOff = realm.presence_disabled || request.presence_history_limit_days <= 0;
      const presence = user && !isOff ? (await this.presences.read(realm.id)).presence : null;
      const limitedTo = this.environment.STOA_PRESENCE_LIMITED_BY_ACCESS ? state.accessible : null;
      const now = Date.now();
      writer.fields(user ? presenceFields(state, presence, limitedTo, now) : spectatorPresenceFields(now));
    }
    if (wanted.has('user_status')) {
      writer.fields(statusFields(state, user ? await this.repository.statuses(reader, realm.id) : null));
    }
  }
}

/** Parts that are the same for everybody, of most of which this installation has nothing: billing, GIF search. */
function constantFields({ wanted, server }: RegisterState): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (wanted.has('realm_billing')) fields.realm_billing = { has_pending_sponsorship_request: false };
  if (wanted.has('realm_embedded_bots')) fields.realm_embedded_bots = server.embeddedBots;
  if (wanted.has('realm_incoming_webhook_bots')) fields.realm_incoming_webhook_bots = WEBHOOK_BOTS;
  if (wanted.has('stop_words')) fields.stop_words = SEARCH_STOP_WORDS;
  if (wanted.has('giphy')) fields.giphy_api_key = '';
  if (wanted.has('tenor')) fields.tenor_api_key = '';
  if (wanted.has('klipy')) fields.klipy_api_key = '';
  return fields;
}
