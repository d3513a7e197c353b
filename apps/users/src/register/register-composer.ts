import { PresenceStore, type RealmPresence } from '@stoa/redis';
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
import { ChannelTraffic, type Traffic } from './state/channel-traffic';
import { WEBHOOK_BOTS } from './incoming-webhook-bots';
import { RegisterChannelsRepository } from './register-channels.repository';
import { PersonalRow } from './state/register-rows';
import { RegisterSets } from './register-sets';
import { RegisterState } from './state/register-state';
import { RegisterRepository } from './register.repository';
import {
  LARGE_CHANNEL,
  channelListFields,
  seesSubscribers,
  writeChannels,
  writeSpectatorChannels,
} from './sections/channels.section';
import { type ReadChannels, listChannels } from './sections/channel-texts';
import { configuredFields } from './sections/configured.section';
import { MessageState, NO_MARKS, wantedMarks, wantsUnread, writeMessages } from './sections/messages.section';
import { personalFields } from './sections/personal.section';
import { presenceFields, spectatorPresenceFields, statusFields } from './sections/presence.section';
import { writeRealm } from './sections/realm.section';
import { writeSettings } from './sections/settings.section';
import { ownFields, systemBots, viewOf, writeUsers } from './sections/users.section';
import {
  type MessageMarks,
  MessageStateRepository,
  type UnreadRead,
} from '../shared/message-state/message-state.repository';
import { Muting } from './sections/unread';
import { sharedConstant } from '../shared/state/shared-text';
import { StateWriter } from '../shared/state/state-writer';

const NO_CHANNELS: ReadChannels = { set: new ChannelSet(0, new Map()), rows: [], traffic: new Map() };

/** Fetch types that need to know the channels. */
const CHANNEL_TYPES = ['subscription', 'stream', 'muted_topics', 'user_topic', 'channel_folders'] as const;
/** Fetch types whose lists administrators configure. */
const CONFIGURED_TYPES = [
  ...['realm_domains', 'realm_emoji', 'realm_linkifiers', 'realm_filters', 'realm_playgrounds'],
  'custom_profile_fields',
];
const PERSONAL_TYPES = [
  ...['alert_words', 'onboarding_steps', 'drafts', 'scheduled_messages', 'reminders', 'saved_snippets'],
  ...['navigation_views', 'muted_users', 'muted_topics', 'user_topic', 'push_device', 'device', 'video_calls'],
];

/** Reads and writes all wanted parts of the state, with as few statements as the parts allow. */
@Injectable()
export class RegisterComposer {
  private readonly traffic = new ChannelTraffic();

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
    const writer = new StateWriter(state.request);
    writer.fields(VERSION_FIELDS);
    // Encoding users takes the processor, reading the rest takes the database: side by side. What is asked of a snapshot
    // leaves at once, and is answered one after the other.
    const [channels, personal, unread, marks, presence, statuses] = await Promise.all([
      this.readChannels(reader, state),
      this.readPersonal(reader, state),
      this.readUnread(reader, state),
      this.readMarks(reader, state),
      this.readPresence(state),
      this.readStatuses(reader, state),
      this.encodeUsers(state),
    ]);
    await this.addConfigured(reader, state, channels, writer);
    await this.addChannels(reader, state, channels, writer);
    if (state.wanted.hasAny(...PERSONAL_TYPES)) {
      writer.fields(personalFields(state, personal, channels.set.rows));
    }
    writeMessages(state, messageState(state, { marks, unread, personal, channels }), writer);
    this.addPresence(state, presence, writer);
    if (state.wanted.has('user_status')) writer.fields(statusFields(state, statuses));
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
    const [rows, traffic] = await Promise.all([
      this.channelsRepository.channelStates(reader, realm.id, state.user?.userId ?? null),
      this.readTraffic(reader, state),
    ]);
    if (isSpectator && ![...set.rows.values()].some((row) => row.is_web_public && !row.is_archived)) {
      throw notLoggedIn();
    }
    return { set, rows, traffic };
  }

  /** Spectators are told of none. */
  private async readTraffic(reader: SnapshotReader, { wanted, user, realm }: RegisterState): Promise<Traffic> {
    if (!user || !wanted.hasAny('subscription', 'stream')) return NO_CHANNELS.traffic;
    return this.traffic.of(realm.id, () => this.channelsRepository.traffic(reader, realm.id));
  }

  private async addUsers(reader: SnapshotReader, state: RegisterState, writer: StateWriter): Promise<void> {
    const { wanted, user, core } = state;
    if (wanted.has('realm')) {
      const { groups, server, host, account, realm } = state;
      const language = account?.default_language ?? realm.default_language;
      writeRealm({ core, groups, server, host, language, isSpectator: user === null }, writer);
    }
    writeSettings(state, writer);
    if (wanted.has('realm_user')) {
      writer.fields(ownFields(state));
      writer.field('cross_realm_bots', systemBots(await this.systemBots.read(reader, core.versions), user === null));
      writeUsers(state, writer);
    }
    if (wanted.has('realm_user_groups')) {
      const { include_deactivated_groups } = state.request.client_capabilities;
      writer.shared('realm_user_groups', state.groups.shared(state.realm.id, include_deactivated_groups));
    }
    if (wanted.has('realm_bot')) writer.field('realm_bots', await this.bots(reader, state));
    writeConstants(state, writer);
  }

  private async bots(reader: SnapshotReader, { user, users, request }: RegisterState): Promise<unknown[]> {
    if (!user || user.isBot) return [];
    const administered = users.lists.bots.filter((bot) => isAdministrator(user) || bot.botOwnerId === user.userId);
    return this.botObjects.administered(
      reader,
      administered.map(({ id }) => id),
      { hidesTokens: request.is_browser ?? false },
    );
  }

  private async addConfigured(
    reader: SnapshotReader,
    state: RegisterState,
    channels: ReadChannels,
    writer: StateWriter,
  ): Promise<void> {
    const { wanted, realm, core } = state;
    if (wanted.hasAny(...CONFIGURED_TYPES)) {
      const version = core.versions[setKeys.realmSettings(realm.id)] ?? 0;
      const { rows } = await this.sets.configured(realm.id, version, () =>
        this.repository.configured(reader, realm.id),
      );
      writer.fields(configuredFields(state, rows));
    }
    if (core.channel_lists) writer.fields(channelListFields(state, core.channel_lists, channels.set));
  }

  private async addChannels(
    reader: SnapshotReader,
    state: RegisterState,
    read: ReadChannels,
    writer: StateWriter,
  ): Promise<void> {
    if (!state.wanted.hasAny('subscription', 'stream')) return;
    if (!state.user) return writeSpectatorChannels(state, read, writer);
    const nowMs = Date.now();
    const channels = await listChannels(read, state.groups, Math.floor(nowMs / 1000));
    const includes = state.request.include_subscribers;
    const asksForSubscribers = state.wanted.has('subscription') && includes !== 'false';
    const subscribers = asksForSubscribers ? await this.subscribers(reader, state, read) : null;
    const hasLarge = [...(subscribers?.values() ?? [])].some((list) => list.count >= LARGE_CHANNEL);
    const activePart =
      includes === 'partial' && hasLarge
        ? await this.sets.activePart(reader, state.realm.id, state.users, nowMs)
        : null;
    const texts = channels.map(({ settings, text }) => ({ id: settings.id, text }));
    const blocks = await this.sets.channelBlocks(state.realm.id, texts);
    writeChannels({ state, channels, blocks, subscribers, activePart }, writer);
  }

  private subscribers(
    reader: SnapshotReader,
    state: RegisterState,
    { set, rows }: ReadChannels,
  ): ReturnType<RegisterSets['subscribers']> {
    const versions = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const row of rows) {
      const settings = set.rows.get(row.id);
      if (!settings || !seesSubscribers(state, settings, row)) continue;
      versions.set(row.id, row.members_version);
      counts.set(row.id, row.subscriber_count);
    }
    return this.sets.subscribers(reader, { versions, counts, users: state.users });
  }

  /** Null: nobody's, or not wanted. Unread messages depend on what a user has muted. */
  private async readPersonal(reader: SnapshotReader, state: RegisterState): Promise<PersonalRow | null> {
    const { wanted, user } = state;
    if (!user || !(wanted.hasAny(...PERSONAL_TYPES) || wantsUnread(state))) return null;
    return this.repository.personal(reader, user.userId);
  }

  private async readUnread(reader: SnapshotReader, state: RegisterState): Promise<UnreadRead | null> {
    return state.user && wantsUnread(state) ? this.messages.unread(reader, state.user.userId) : null;
  }

  private async readMarks(reader: SnapshotReader, state: RegisterState): Promise<MessageMarks> {
    const wanted = wantedMarks(state);
    if (!state.user || !Object.values(wanted).includes(true)) return NO_MARKS;
    return this.messages.marks(reader, state.user.userId, wanted);
  }

  /** After the snapshot was taken: see {@link presenceFields}. */
  private async readPresence({ wanted, realm, user, request }: RegisterState): Promise<RealmPresence | null> {
    const isOff = realm.presence_disabled || request.presence_history_limit_days <= 0;
    if (!wanted.has('presence') || !user || isOff) return null;
    return (await this.presences.read(realm.id)).presence;
  }

  private async readStatuses(reader: SnapshotReader, { wanted, user, realm }: RegisterState) {
    return wanted.has('user_status') && user ? this.repository.statuses(reader, realm.id) : null;
  }

  private addPresence(state: RegisterState, presence: RealmPresence | null, writer: StateWriter): void {
    if (!state.wanted.has('presence')) return;
    const limitedTo = this.environment.STOA_PRESENCE_LIMITED_BY_ACCESS ? state.accessible : null;
    const now = Date.now();
    writer.fields(state.user ? presenceFields(state, presence, limitedTo, now) : spectatorPresenceFields(now));
  }
}

interface ReadMessages {
  marks: MessageMarks;
  unread: UnreadRead | null;
  personal: PersonalRow | null;
  channels: ReadChannels;
}

/** Null for spectators. */
function messageState(
  { user }: RegisterState,
  { marks, unread, personal, channels }: ReadMessages,
): MessageState | null {
  if (!user) return null;
  const mutedChannels = new Set(channels.rows.filter((row) => row.is_muted).map((row) => row.id));
  const muting = new Muting(mutedChannels, personal?.user_topics ?? []);
  return { ...marks, unread: unread && { viewerId: user.userId, muting, ...unread } };
}

const STOP_WORDS = sharedConstant('stop_words', SEARCH_STOP_WORDS);

/** Parts that are the same for everybody, of most of which this installation has nothing: billing, GIF search. */
function writeConstants({ wanted, server }: RegisterState, writer: StateWriter): void {
  if (wanted.has('realm_billing')) writer.field('realm_billing', { has_pending_sponsorship_request: false });
  if (wanted.has('realm_embedded_bots')) writer.field('realm_embedded_bots', server.embeddedBots);
  if (wanted.has('realm_incoming_webhook_bots')) writer.shared('realm_incoming_webhook_bots', WEBHOOK_BOTS);
  if (wanted.has('stop_words')) writer.shared('stop_words', STOP_WORDS);
  for (const provider of ['giphy', 'tenor', 'klipy']) {
    if (wanted.has(provider)) writer.field(`${provider}_api_key`, '');
  }
}
