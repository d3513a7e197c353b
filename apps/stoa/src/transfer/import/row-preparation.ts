import { createHash } from 'node:crypto';
import { apiEmail, generateApiKey, isSealedColumn, newAvatarKey } from '@stoa/policy';
import { ContentRewriter } from './content-rewriter';
import { pathIdAt } from './collect-facts';
import { IdMap } from './id-map';
import { Row, numberOf, textOf } from './record-mapper';
import { newEmojiCode } from './record-rules';
import { RenderFacts } from './render-facts';
import { STORED_RENDERER_VERSION, TextRenderer, TopicHeads } from './text-renderer';

export interface PreparationTools {
  realm: { id: number; partition: number; host: string; placeholder: string };
  ids: IdMap;
  facts: RenderFacts;
  rewriter: ContentRewriter;
  renderer: TextRenderer;
  heads: TopicHeads;
}

const USER_FIELD = 6;
const RENDERED_FIELDS: ReadonlySet<number | undefined> = new Set([1, 2]);
const DEFAULT_VISIBILITY = 3;

/** Md5 as `direct_conversation_get` of the database computes it: the name of a set of participants, no protection. */
function participantsKey(userIds: readonly number[]): string {
  return createHash('md5').update(userIds.join(',')).digest('hex');
}

function withEmoji(row: Row, { ids }: PreparationTools): Row {
  return { ...row, emoji_code: newEmojiCode(row, ids) };
}

/** What is not a list names nobody. */
function listOf(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A point between messages lies between the same ones. */
function withPoints(row: Row, ids: IdMap, ...columns: string[]): Row {
  const points = columns.flatMap((column) => {
    const id = row[column];
    return typeof id === 'number' ? [[column, ids.blocks.message.newIdFrom(id)]] : [];
  });
  return { ...row, ...Object.fromEntries(points) };
}

async function messageRow(row: Row, { facts, rewriter, renderer, heads }: PreparationTools): Promise<Row> {
  const content = rewriter.rewrite(textOf(row, 'content'));
  const topic = typeof row.topic === 'string' ? row.topic : '';
  const result = await renderer.message(content, numberOf(row, 'sender_id'), heads);
  const isInChannel = facts.channelOfRecipient.has(numberOf(row, 'recipient_id'));
  return {
    ...row,
    content,
    rendered_content: result.html,
    renderer_version: STORED_RENDERER_VERSION,
    is_me_message: result.isMeMessage,
    topic_links: isInChannel ? renderer.linksOfTopic(topic) : [],
    has_attachment: result.attachmentPathIds.some((pathId) => facts.uploads.has(pathId)),
    has_image: result.hasImage,
    has_link: result.hasLink,
  };
}

function draftRow(row: Row, { ids, rewriter }: PreparationTools): Row {
  const space = row.kind === 'stream' ? ('channel' as const) : ('account' as const);
  const given = Array.isArray(row.recipient_ids) ? row.recipient_ids : [];
  const recipientIds = given.flatMap((id) => ids.newId(space, Number(id)) ?? []);
  return { ...row, recipient_ids: recipientIds, content: rewriter.rewrite(textOf(row, 'content')) };
}

/** Delivered later: rendered again then, so that this is only what lists show. */
async function dueRow(row: Row, senderColumn: string, { rewriter, renderer, heads }: PreparationTools): Promise<Row> {
  const content = rewriter.rewrite(textOf(row, 'content'));
  const { html } = await renderer.message(content, numberOf(row, senderColumn), heads);
  return { ...row, content, rendered_content: html };
}

/** What a table's row needs beyond its new ids. */
const PREPARATIONS: Readonly<Record<string, (row: Row, tools: PreparationTools) => Row | Promise<Row>>> = {
  realm: async (row, { realm, rewriter, renderer }) => {
    const description = rewriter.rewrite(typeof row.description === 'string' ? row.description : '');
    return {
      ...row,
      id: realm.id,
      partition: realm.partition,
      // No host leads to it and no job touches it until it opens.
      string_id: realm.placeholder,
      deactivated_at: new Date().toISOString(),
      description,
      rendered_description: await renderer.plain(description),
    };
  },
  account: (row, { realm }) => ({
    ...row,
    // Drawn anew: from the id and the organization that it has now.
    ...(row.avatar_source === 'J' ? { avatar_key: newAvatarKey() } : {}),
    email: apiEmail(
      {
        userId: numberOf(row, 'id'),
        deliveryEmail: textOf(row, 'delivery_email'),
        visibility:
          typeof row.email_address_visibility === 'number' ? row.email_address_visibility : DEFAULT_VISIBILITY,
        isBot: row.is_bot === true,
      },
      realm.host,
    ),
  }),
  profile_value: async (row, { ids, facts, renderer }) => {
    const value = textOf(row, 'value');
    const type = facts.fieldTypes.get(numberOf(row, 'field_id'));
    if (RENDERED_FIELDS.has(type)) return { ...row, rendered_value: await renderer.profileValue(value) };
    if (type !== USER_FIELD) return row;
    const mapped = listOf(value).flatMap((id) => ids.newId('account', Number(id)) ?? []);
    return { ...row, value: JSON.stringify(mapped) };
  },
  bot_service: (row) => {
    const token = textOf(row, 'token');
    return { ...row, token: isSealedColumn(token) ? generateApiKey() : token };
  },
  user_status: withEmoji,
  reaction: withEmoji,
  navigation_view: (row, { rewriter }) => ({
    ...row,
    fragment: rewriter.rewrite(`#${textOf(row, 'fragment')}`).slice(1),
  }),
  saved_snippet: (row, { rewriter }) => ({ ...row, content: rewriter.rewrite(textOf(row, 'content')) }),
  presence: (row) => ({ ...row, last_update_id: 0 }),
  channel: async (row, { rewriter, renderer }) => {
    const description = rewriter.rewrite(typeof row.description === 'string' ? row.description : '');
    return { ...row, description, rendered_description: await renderer.plain(description) };
  },
  direct_conversation: (row) => {
    const userIds = (Array.isArray(row.user_ids) ? row.user_ids : []).map(Number).sort((a, b) => a - b);
    return { ...row, user_ids: userIds, participants_key: participantsKey(userIds) };
  },
  message: messageRow,
  message_edit: async (row, tools) => {
    if (typeof row.prev_content !== 'string') return row;
    const content = tools.rewriter.rewrite(row.prev_content);
    const author = typeof row.user_id === 'number' ? row.user_id : 0;
    return {
      ...row,
      prev_content: content,
      prev_rendered_content: (await tools.renderer.message(content, author, tools.heads)).html,
      prev_renderer_version: STORED_RENDERER_VERSION,
    };
  },
  attachment: (row, { realm }) => ({ ...row, path_id: pathIdAt(realm.id, textOf(row, 'path_id')) }),
  membership_span: (row, { ids }) => withPoints(row, ids, 'first_message_id', 'last_message_id'),
  pending_read: (row, { ids }) => withPoints(row, ids, 'below_id'),
  draft: draftRow,
  scheduled_message: (row, tools) => dueRow(row, 'sender_id', tools),
  reminder: (row, tools) => dueRow(row, 'user_id', tools),
};

/** @throws RecordProblem */
export async function prepareRow(table: string, row: Row, tools: PreparationTools): Promise<Row> {
  const prepare = PREPARATIONS[table];
  return prepare ? prepare(row, tools) : row;
}
