import { MessageFlagBit } from '@stoa/read-state';
import { BadDataError } from '../../base/command-line/failures';
import { JsonObject, field, isObject, timeOf } from '../conversion/foreign-export';
import { storableContent, storableTopic } from '../conversion/foreign-texts';
import { ZulipContext, messageId } from './zulip-context';
import { ZulipFlag, ownFlagBits } from './zulip-flags';
import { ZulipMembership } from './zulip-membership';
import { idOf } from './zulip-tables';

const MESSAGE_FILE = /^messages-\d+\.json$/;

interface MessageFile {
  name: string;
  first: number;
  last: number;
}

/** Rows of one message: who has it, with which flags. */
type Holders = ReadonlyMap<number, number>;

/** Converts messages-NNNNNN.json, a file in memory at once. */
export class ZulipMessages {
  private readonly membership: ZulipMembership;
  private readonly clients: ReadonlyMap<number | null, string>;
  private readonly conversations = new Map<string, number>();
  private readonly unread = new Map<number, number[]>();
  private readonly converted = new Set<number>();
  private lastRecipient: number;
  private lastId = 0;

  constructor(private readonly context: ZulipContext) {
    const { channelOfRecipient, tables } = context;
    this.membership = new ZulipMembership(context);
    this.clients = new Map(tables.rows('zerver_client').map((row) => [idOf(row, 'id'), field.text(row, 'name')]));
    this.lastRecipient = Math.max(0, ...channelOfRecipient.keys());
  }

  has(zulipId: number): boolean {
    return this.converted.has(zulipId);
  }

  async convert(onFile: (done: number, total: number) => void): Promise<void> {
    const groups = this.files();
    for (const [index, files] of groups.entries()) {
      await this.convertFiles(files);
      onFile(index + 1, groups.length);
    }
    const end = messageId(this.lastId) + 1;
    await this.membership.finish(end);
    for (const userId of this.context.users.keys()) {
      const unread = (this.unread.get(userId) ?? []).map((id) => [id, id]);
      await this.context.builder.add('read_state', { user_id: userId, position: end + 1, unread, read: [] });
    }
  }

  /** Files in the order of their ids; older releases wrote some whose ids overlap, which are taken together. */
  private files(): MessageFile[][] {
    const { source } = this.context;
    const files = source
      .names()
      .filter((name) => MESSAGE_FILE.test(name))
      .map((name) => {
        const ids = this.recordsOf(name, 'zerver_message').map((row) => idOf(row, 'id') ?? 0);
        return { name, first: Math.min(...ids), last: Math.max(...ids) };
      });
    const groups: MessageFile[][] = [];
    let last = -1;
    for (const file of files.sort((a, b) => a.first - b.first)) {
      if (!Number.isFinite(file.first)) continue;
      const group = groups.at(-1);
      if (group && file.first <= last) group.push(file);
      else groups.push([file]);
      last = Math.max(last, file.last);
    }
    return groups;
  }

  /** @throws BadDataError */
  private recordsOf(name: string, table: string): JsonObject[] {
    const value = this.context.source.json(name);
    if (!isObject(value)) throw new BadDataError(`${name}: is not a JSON object`);
    return field.objects(value, table);
  }

  private async convertFiles(files: readonly MessageFile[]): Promise<void> {
    const messages: { record: JsonObject; file: string }[] = [];
    const holders = new Map<number, Map<number, number>>();
    for (const { name } of files) {
      for (const record of this.recordsOf(name, 'zerver_message')) messages.push({ record, file: name });
      for (const row of this.recordsOf(name, 'zerver_usermessage')) {
        const [user, message] = [idOf(row, 'user_profile'), idOf(row, 'message')];
        const flags = field.number(row, 'flags_mask') ?? field.number(row, 'flags') ?? 0;
        if (user === null || message === null || !this.context.users.has(user)) continue;
        const rows = holders.get(message) ?? new Map<number, number>();
        holders.set(message, rows);
        rows.set(user, flags);
      }
    }
    messages.sort((a, b) => (idOf(a.record, 'id') ?? 0) - (idOf(b.record, 'id') ?? 0));
    for (const { record, file } of messages) {
      const id = idOf(record, 'id');
      if (id === null || id < 1) {
        this.context.builder.problem(file, 'a message has no id; left out');
        continue;
      }
      if (!this.converted.has(id)) await this.add(record, { id, file, holders: holders.get(id) ?? new Map() });
    }
  }

  private async add(record: JsonObject, given: { id: number; file: string; holders: Holders }): Promise<void> {
    const { builder, users, systemBots, channelOfRecipient } = this.context;
    const { id, file, holders } = given;
    const sender = idOf(record, 'sender') ?? 0;
    if (!users.has(sender) && !(String(sender) in systemBots)) {
      builder.problem(file, `message ${id}: its sender ${sender} is not in realm.json; left out`);
      return;
    }
    const zulipRecipient = idOf(record, 'recipient') ?? 0;
    const isInChannel = channelOfRecipient.has(zulipRecipient);
    const recipientId = isInChannel ? zulipRecipient : await this.direct(zulipRecipient, sender, holders);
    if (recipientId === null) {
      builder.problem(file, `message ${id}: its recipient ${zulipRecipient} is not in realm.json; left out`);
      return;
    }
    this.converted.add(id);
    this.lastId = Math.max(this.lastId, id);
    const edits = editsOf(record);
    const received = [...holders].filter(([, flags]) => (flags & ZulipFlag.historical) === 0);
    const isWildcard =
      isInChannel && received.length > 0 && received.every(([, flags]) => (flags & ZulipFlag.channelWildcard) !== 0);
    await builder.add('message', {
      id: messageId(id),
      recipient_id: recipientId,
      origin_recipient_id: recipientId,
      sender_id: sender,
      topic: isInChannel ? storableTopic(field.text(record, 'subject') || field.text(record, 'topic_name')) : '',
      content: storableContent(field.text(record, 'content')),
      sent_at: timeOf(field.number(record, 'date_sent') ?? field.number(record, 'pub_date') ?? 0),
      last_edited_at: lastTime(edits.filter((edit) => 'prev_content' in edit)),
      last_moved_at: lastTime(edits.filter((edit) => 'prev_topic' in edit || 'prev_stream' in edit)),
      channel_wildcard: isWildcard,
      client_name: this.clients.get(idOf(record, 'sending_client')) ?? 'import',
    });
    await this.addEdits(id, edits);
    if (isInChannel) await this.membership.note(zulipRecipient, id, new Set(received.map(([userId]) => userId)));
    await this.addHolders(id, { recipientId, isInChannel, holders, isWildcard });
  }

  private async addHolders(
    id: number,
    given: { recipientId: number; isInChannel: boolean; holders: Holders; isWildcard: boolean },
  ): Promise<void> {
    const { builder } = this.context;
    for (const [userId, flags] of given.holders) {
      const row = { user_id: userId, message_id: messageId(id) };
      if (!given.isInChannel) await builder.add('direct_message_receipt', { ...row, recipient_id: given.recipientId });
      const wildcard =
        !given.isWildcard && (flags & ZulipFlag.channelWildcard) !== 0 ? MessageFlagBit.stream_wildcard_mentioned : 0;
      const bits = ownFlagBits(flags) | wildcard;
      if (bits !== 0) await builder.add('message_flag', { ...row, bits });
      if ((flags & ZulipFlag.read) !== 0) continue;
      const unread = this.unread.get(userId);
      if (unread) unread.push(messageId(id));
      else this.unread.set(userId, [messageId(id)]);
    }
  }

  /** The conversation of a direct message: its participants, whichever recipient stood for them. */
  private async direct(zulipRecipient: number, sender: number, holders: Holders): Promise<number | null> {
    const { users, userOfRecipient, membersOfRecipient, builder } = this.context;
    const other = userOfRecipient.get(zulipRecipient);
    const members = membersOfRecipient.get(zulipRecipient);
    if (other === undefined && members === undefined) return null;
    const given = [...(members ?? [other ?? 0]), sender, ...(members ? [] : holders.keys())];
    const participants = [...new Set(given)].filter(
      (userId) => users.has(userId) || String(userId) in this.context.systemBots,
    );
    const userIds = participants.sort((a, b) => a - b);
    const key = userIds.join();
    const known = this.conversations.get(key);
    if (known !== undefined) return known;
    this.lastRecipient += 1;
    this.conversations.set(key, this.lastRecipient);
    await builder.add('direct_conversation', { recipient_id: this.lastRecipient, user_ids: userIds });
    return this.lastRecipient;
  }

  /** The history of edits, oldest first: Zulip keeps it newest first, as JSON text. */
  private async addEdits(id: number, edits: readonly JsonObject[]): Promise<void> {
    const { builder, users } = this.context;
    const channels = new Set(this.context.channelOfRecipient.values());
    const channel = (edit: JsonObject, name: string): number | null => {
      const found = field.number(edit, name);
      return found !== null && channels.has(found) ? found : null;
    };
    for (const edit of edits) {
      const editor = idOf(edit, 'user');
      const topic = 'prev_topic' in edit || 'prev_subject' in edit;
      await builder.add('message_edit', {
        message_id: messageId(id),
        user_id: editor !== null && users.has(editor) ? editor : null,
        edited_at: timeOf(field.number(edit, 'timestamp') ?? 0),
        prev_content: 'prev_content' in edit ? storableContent(field.text(edit, 'prev_content')) : null,
        prev_topic: topic ? storableTopic(field.text(edit, 'prev_topic') || field.text(edit, 'prev_subject')) : null,
        topic: topic ? storableTopic(field.text(edit, 'topic')) : null,
        prev_channel_id: channel(edit, 'prev_stream'),
        channel_id: channel(edit, 'stream'),
      });
    }
  }
}

/** Oldest first. */
function editsOf(record: JsonObject): JsonObject[] {
  const text = field.text(record, 'edit_history');
  if (text === '') return [];
  try {
    const edits: unknown = JSON.parse(text);
    return Array.isArray(edits) ? edits.filter(isObject).reverse() : [];
  } catch {
    return [];
  }
}

function lastTime(edits: readonly JsonObject[]): string | null {
  const last = edits.at(-1);
  return last ? timeOf(field.number(last, 'timestamp') ?? 0) : null;
}
