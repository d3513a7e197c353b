import { ArchiveBuilder } from '../conversion/archive-builder';
import { ForeignExport, JsonObject, field, isObject, timeOf } from '../conversion/foreign-export';
import { DEFAULT_PERMISSIONS } from '../conversion/system-groups';
import { SlackPeople } from './slack-people';

/** A channel, a direct conversation or a group of people, with the folder that its messages are in. */
export interface SlackConversation {
  slackId: string;
  folder: string;
  recipientId: number;
  /** Null: direct. */
  channelName: string | null;
  /** Ids of who receives what is sent there. */
  memberIds: ReadonlySet<number>;
}

/** Ids of messages are even; this lies before the first. */
const BEFORE_ALL = 1;
const LONGEST_CHANNEL_NAME = 60;
const LONGEST_DESCRIPTION = 1_024;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** What channels.json, groups.json, dms.json and mpims.json say. */
export class SlackConversations {
  readonly all: SlackConversation[] = [];
  private readonly channelNames = new Map<string, string>();
  private readonly usedNames = new Set<string>();
  private readonly byParticipants = new Map<string, number>();
  private lastRecipient = 0;
  private lastChannel = 0;

  constructor(
    private readonly builder: ArchiveBuilder,
    private readonly source: ForeignExport,
    private readonly people: SlackPeople,
  ) {}

  channelName(slackId: string): string | undefined {
    return this.channelNames.get(slackId);
  }

  async read(): Promise<void> {
    for (const record of this.source.list('channels.json')) await this.addChannel('channels.json', record, false);
    for (const record of this.source.list('groups.json')) await this.addChannel('groups.json', record, true);
    for (const record of this.source.list('dms.json')) await this.addDirect('dms.json', record, 'id');
    for (const record of this.source.list('mpims.json')) await this.addDirect('mpims.json', record, 'name');
  }

  private async members(file: string, record: JsonObject): Promise<Set<number>> {
    const ids = new Set<number>();
    for (const slackId of field.texts(record, 'members')) {
      if (!this.people.get(slackId))
        this.builder.problem(file, `${slackId} is a member and not in users.json; made anew`);
      ids.add((await this.people.stranger(slackId)).id);
    }
    return ids;
  }

  private async addChannel(file: string, record: JsonObject, isPrivate: boolean): Promise<void> {
    const slackId = field.text(record, 'id');
    const given = field.text(record, 'name');
    if (slackId === '' || given === '') {
      this.builder.problem(file, 'a channel has no id or name; left out');
      return;
    }
    this.lastRecipient += 1;
    this.lastChannel += 1;
    const id = this.lastChannel;
    const name = this.freeName(given);
    if (name !== given)
      this.builder.problem(file, `${slackId}: is called "${name}" here, as its name is used or too long`);
    const memberIds = await this.members(file, record);
    this.channelNames.set(slackId, name);
    this.all.push({ slackId, folder: given, recipientId: this.lastRecipient, channelName: name, memberIds });
    await this.builder.add('channel', {
      id,
      recipient_id: this.lastRecipient,
      name,
      description: this.description(record),
      creator_id: this.people.get(field.text(record, 'creator'))?.id ?? null,
      date_created: timeOf(field.number(record, 'created') ?? 0),
      invite_only: isPrivate,
      is_archived: field.flag(record, 'is_archived'),
      ...DEFAULT_PERMISSIONS.channel(),
    });
    if (field.flag(record, 'is_general')) await this.builder.add('default_channel', { channel_id: id });
    for (const userId of memberIds) {
      await this.builder.add('subscription', { user_id: userId, channel_id: id, active: true });
    }
  }

  private freeName(given: string): string {
    const base = [...given.replaceAll(UNPRINTABLE, ' ').trim()].slice(0, LONGEST_CHANNEL_NAME - 5).join('');
    let name = base;
    for (let number = 2; this.usedNames.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
    this.usedNames.add(name.toLowerCase());
    return name;
  }

  private description(record: JsonObject): string {
    const texts = ['purpose', 'topic'].map((name) => {
      const part = record[name];
      return isObject(part) ? field.text(part, 'value') : '';
    });
    const distinct = [...new Set(texts.filter((text) => text !== ''))].join(' · ');
    return [...distinct.replaceAll(UNPRINTABLE, ' ')].slice(0, LONGEST_DESCRIPTION).join('');
  }

  private async addDirect(file: string, record: JsonObject, folderField: 'id' | 'name'): Promise<void> {
    const memberIds = await this.members(file, record);
    const folder = field.text(record, folderField);
    if (memberIds.size === 0 || folder === '') {
      this.builder.problem(file, `${field.text(record, 'id')}: has no members or name; left out`);
      return;
    }
    const userIds = [...memberIds].sort((a, b) => a - b);
    const key = userIds.join();
    let recipientId = this.byParticipants.get(key);
    if (recipientId === undefined) {
      this.lastRecipient += 1;
      recipientId = this.lastRecipient;
      this.byParticipants.set(key, recipientId);
      await this.builder.add('direct_conversation', { recipient_id: recipientId, user_ids: userIds });
    }
    this.all.push({ slackId: field.text(record, 'id'), folder, recipientId, channelName: null, memberIds });
  }

  /** Everybody was there from the beginning: an export does not say since when. @param end lies after all messages */
  async addSpans(end: number): Promise<void> {
    const active = new Set(this.people.everybody.filter(({ isActive }) => isActive).map(({ id }) => id));
    for (const { channelName, recipientId, memberIds } of this.all) {
      if (channelName === null) continue;
      for (const userId of memberIds) {
        const span = { user_id: userId, recipient_id: recipientId };
        const isActive = active.has(userId);
        await this.builder.add('membership_span', {
          ...span,
          first_message_id: BEFORE_ALL,
          last_message_id: isActive ? null : end,
          is_active: true,
        });
        if (isActive) continue;
        await this.builder.add('membership_span', {
          ...span,
          first_message_id: end,
          last_message_id: null,
          is_active: false,
        });
      }
    }
  }
}
