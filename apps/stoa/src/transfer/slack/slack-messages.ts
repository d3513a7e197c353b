import path from 'node:path';
import { MessageFlagBit } from '@stoa/read-state';
import { isKey } from '@stoa/storage';
import { ArchiveBuilder } from '../conversion/archive-builder';
import { ForeignExport, JsonObject, field, isObject, timeOf } from '../conversion/foreign-export';
import { imageMetadata } from '../conversion/images';
import { storableContent, storableTopic } from '../conversion/foreign-texts';
import { SlackConversation, SlackConversations } from './slack-conversations';
import { slackEmoji } from './slack-emoji';
import { ConvertedText, convertSlackText } from './slack-markup';
import { SlackPeople, SlackPerson } from './slack-people';

/** Where messages outside of threads go. */
const TOPIC = 'imported from Slack';
const TOPIC_WORDS = 45;
const CLIENT_NAME = 'Slack';
const UPLOADS_FOLDER = '__uploads';
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.json$/;
/** Remarks of the system about what shows elsewhere. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['channel_join', 'channel_leave', 'channel_topic', 'channel_purpose', 'channel_name', 'channel_archive'],
  ...['channel_unarchive', 'group_join', 'group_leave', 'group_topic', 'group_purpose', 'group_name', 'group_archive'],
  ...[
    'pinned_item',
    'unpinned_item',
    'bot_add',
    'bot_remove',
    'reminder_add',
    'tombstone',
    'channel_convert_to_private',
  ],
]);

interface DayMessage {
  conversation: SlackConversation;
  record: JsonObject;
  place: string;
  /** Seconds with the fraction that distinguishes messages of one second. */
  ts: number;
}

/** Converts the messages of a workspace in the order of their times, a day in memory at once. */
export class SlackMessages {
  /** Ids are even: what lies between messages is odd. */
  private lastId = 0;
  private lastAttachment = 0;
  private readonly threadTopics = new Map<string, string>();
  private readonly usedTopics = new Map<string, number>();

  constructor(
    private readonly builder: ArchiveBuilder,
    private readonly source: ForeignExport,
    private readonly people: SlackPeople,
    private readonly conversations: SlackConversations,
  ) {}

  /** An id after all messages. */
  get end(): number {
    return this.lastId + 1;
  }

  async convert(onDay: (done: number, total: number) => void): Promise<void> {
    const days = new Map<string, SlackConversation[]>();
    for (const conversation of this.conversations.all) {
      for (const name of this.source.names(conversation.folder)) {
        if (!DAY_FILE.test(name)) continue;
        days.set(name, [...(days.get(name) ?? []), conversation]);
      }
    }
    const names = [...days.keys()].sort();
    for (const [index, name] of names.entries()) {
      const messages = (days.get(name) ?? []).flatMap((conversation) => this.dayOf(conversation, name));
      for (const message of messages.sort((a, b) => a.ts - b.ts)) await this.add(message);
      onDay(index + 1, names.length);
    }
  }

  private dayOf(conversation: SlackConversation, name: string): DayMessage[] {
    const file = `${conversation.folder}/${name}`;
    return this.source.list(file).flatMap((record, index) => {
      const place = `${file}: record ${index + 1}`;
      if (field.text(record, 'type') !== 'message') return [];
      const ts = Number(field.text(record, 'ts'));
      if (!Number.isFinite(ts) || ts <= 0) {
        this.builder.problem(place, 'has no time; left out');
        return [];
      }
      return LEFT_OUT.has(field.text(record, 'subtype')) ? [] : [{ conversation, record, place, ts }];
    });
  }

  private async add(message: DayMessage): Promise<void> {
    const { conversation, record, place, ts } = message;
    const sender = await this.senderOf(record, place);
    if (!sender) return;
    const converted = this.textOf(record);
    this.lastId += 2;
    const id = this.lastId;
    const files = await this.filesOf(message, sender, id);
    const isMe = field.text(record, 'subtype') === 'me_message';
    const content = storableContent(
      [`${isMe ? '/me ' : ''}${converted.text}`, ...files].filter((part) => part !== '').join('\n'),
    );
    const edited = isObject(record.edited) ? Number(field.text(record.edited, 'ts')) : Number.NaN;
    await this.builder.add('message', {
      id,
      recipient_id: conversation.recipientId,
      origin_recipient_id: conversation.recipientId,
      sender_id: sender.id,
      topic: conversation.channelName === null ? '' : this.topicOf(message, converted.text),
      content,
      sent_at: timeOf(ts),
      last_edited_at: Number.isFinite(edited) ? timeOf(edited) : null,
      channel_wildcard: conversation.channelName !== null && converted.hasWildcard,
      client_name: CLIENT_NAME,
    });
    await this.addHolders(conversation, sender, id, converted);
    await this.addReactions(record, place, id);
  }

  private async senderOf(record: JsonObject, place: string): Promise<SlackPerson | undefined> {
    const userId = field.text(record, 'user');
    if (userId !== '') {
      if (!this.people.get(userId)) this.builder.problem(place, `its sender ${userId} is not in users.json; made anew`);
      return this.people.stranger(userId);
    }
    const botId = field.text(record, 'bot_id');
    const name = field.text(record, 'username');
    if (botId !== '' || name !== '') return this.people.bot(botId === '' ? `bot ${name}` : botId, name);
    this.builder.problem(place, 'has no sender; left out');
    return undefined;
  }

  /** A bot's message often has its text in attachments only. */
  private textOf(record: JsonObject): ConvertedText {
    const parts = [field.text(record, 'text')];
    for (const attachment of field.objects(record, 'attachments')) {
      const text = field.text(attachment, 'text') || field.text(attachment, 'fallback');
      const title = field.text(attachment, 'title');
      parts.push([title === '' ? '' : `*${title}*`, text].filter((part) => part !== '').join('\n'));
    }
    return convertSlackText(parts.filter((part) => part !== '').join('\n\n'), {
      user: (slackId) => this.people.get(slackId),
      channel: (slackId) => this.conversations.channelName(slackId),
    });
  }

  /** A thread is a topic, named after the words that began it. */
  private topicOf({ conversation, record, ts }: DayMessage, text: string): string {
    const thread = field.text(record, 'thread_ts');
    if (thread === '') return TOPIC;
    const key = `${conversation.slackId} ${thread}`;
    const known = this.threadTopics.get(key);
    if (known !== undefined) return known;
    const day = timeOf(Number(thread) || ts).slice(0, 10);
    const isRoot = thread === field.text(record, 'ts');
    const firstLine =
      text
        .replaceAll(/[*_`~#@[\]]|\|\d+/g, '')
        .trim()
        .split('\n', 1)[0] ?? '';
    const words =
      isRoot && firstLine !== '' ? [...firstLine].slice(0, TOPIC_WORDS).join('').trim() : `thread of ${day}`;
    const base = storableTopic(words);
    const nameKey = `${conversation.slackId} ${base.toLowerCase()}`;
    const number = (this.usedTopics.get(nameKey) ?? 0) + 1;
    this.usedTopics.set(nameKey, number);
    const topic = number === 1 ? base : `${base} (${number})`;
    this.threadTopics.set(key, topic);
    return topic;
  }

  /** Files next to the export become uploads; others keep the link that Slack gave. */
  private async filesOf(message: DayMessage, owner: SlackPerson, messageId: number): Promise<string[]> {
    const { record, place } = message;
    const lines: string[] = [];
    for (const file of field.objects(record, 'files')) {
      const id = field.text(file, 'id');
      const name = (field.text(file, 'name') || field.text(file, 'title') || id).replaceAll(
        /[/\\\p{Cc}\p{Cs}[\]]/gu,
        '_',
      );
      const uploaded = await this.addUpload(message, file, { id, name, ownerId: owner.id, messageId });
      if (uploaded !== null) {
        lines.push(`[${name}](/user_uploads/${encodeURI(uploaded)})`);
        continue;
      }
      const url = field.text(file, 'url_private');
      if (!/^https:\/\//.test(url)) continue;
      // The query holds a token that lets everybody in who has it.
      lines.push(
        `[${name}](${url
          .replace(/[?#].*$/s, '')
          .replaceAll('(', '%28')
          .replaceAll(')', '%29')})`,
      );
      this.builder.problem(place, `the file ${id} is not in the export; its link leads to Slack`);
    }
    return lines;
  }

  /** @returns the path of the upload; null if the file is not in the export */
  private async addUpload(
    { ts }: DayMessage,
    file: JsonObject,
    { id, name, ownerId, messageId }: { id: string; name: string; ownerId: number; messageId: number },
  ): Promise<string | null> {
    const key = `uploads/realm/slack/${id}/${name}`;
    const exported = path.join(UPLOADS_FOLDER, id, name);
    if (!isKey(key) || !/^\w+$/.test(id) || !this.source.has(exported)) return null;
    const local = path.join(this.source.folder, exported);
    const contentType = field.text(file, 'mimetype') || null;
    const size = await this.builder.addFile(key, { file: local });
    this.lastAttachment += 1;
    const pathId = `1/slack/${id}/${name}`;
    await this.builder.add('attachment', {
      id: this.lastAttachment,
      owner_id: ownerId,
      path_id: pathId,
      file_name: name,
      content_type: contentType,
      size: size ?? 0,
      created_at: timeOf(ts),
      image_metadata: await imageMetadata(local, contentType),
      message_ids: [messageId],
    });
    return pathId;
  }

  private async addHolders(
    conversation: SlackConversation,
    sender: SlackPerson,
    id: number,
    converted: ConvertedText,
  ): Promise<void> {
    if (conversation.channelName === null) {
      for (const userId of new Set([...conversation.memberIds, sender.id])) {
        await this.builder.add('direct_message_receipt', {
          user_id: userId,
          message_id: id,
          recipient_id: conversation.recipientId,
        });
      }
    }
    for (const userId of converted.mentionedUserIds) {
      if (!conversation.memberIds.has(userId)) continue;
      await this.builder.add('message_flag', { user_id: userId, message_id: id, bits: MessageFlagBit.mentioned });
    }
  }

  private async addReactions(record: JsonObject, place: string, id: number): Promise<void> {
    const seen = new Set<string>();
    for (const reaction of field.objects(record, 'reactions')) {
      const emoji = slackEmoji(field.text(reaction, 'name'));
      if (!emoji) {
        this.builder.problem(place, `there is no emoji "${field.text(reaction, 'name')}"; its reactions are left out`);
        continue;
      }
      for (const slackId of field.texts(reaction, 'users')) {
        const user = this.people.get(slackId);
        // Skin tones are one emoji here: nobody reacts twice with it.
        if (!user || seen.has(`${user.id} ${emoji.code}`)) continue;
        seen.add(`${user.id} ${emoji.code}`);
        await this.builder.add('reaction', {
          message_id: id,
          user_id: user.id,
          emoji_name: emoji.name,
          emoji_code: emoji.code,
          reaction_type: 'unicode_emoji',
        });
      }
    }
  }
}
