import path from 'node:path';
import { isKey } from '@stoa/storage';
import { ProgressReport } from '../../base/command-line/progress';
import { ArchiveBuilder } from '../conversion/archive-builder';
import { ForeignExport, field, isObject, timeOf } from '../conversion/foreign-export';
import { imageMetadata } from '../conversion/images';
import { FIRST_FOREIGN_GROUP, systemGroup } from '../conversion/system-groups';
import { Columns } from '../import/column-catalog';
import { addChannels } from './zulip-channels';
import { ZulipContext, messageId } from './zulip-context';
import { ZulipMessages } from './zulip-messages';
import { addOrganization } from './zulip-organization';
import { addGroups, addMemberships, addPersonalLists, addUsers } from './zulip-people';
import { ZulipTables, idOf } from './zulip-tables';

export interface ZulipConversionInput {
  source: ForeignExport;
  /** Where the archive is written. */
  folder: string;
  archiveId: string;
  subdomain: string;
  /** What the database takes: settings are copied where it takes their values. */
  columns: ReadonlyMap<string, Columns>;
  onProgress(report: ProgressReport): void;
}

/** Makes an archive of a Zulip export. @returns what was left out or changed. @throws BadDataError */
export async function convertZulip(input: ZulipConversionInput): Promise<readonly string[]> {
  const context = contextOf(input);
  const realm = context.tables.one('zerver_realm');
  await addGroups(context);
  await addUsers(context);
  await addMemberships(context);
  await addOrganization(context);
  await addChannels(context);
  await addPersonalLists(context);
  const messages = new ZulipMessages(context);
  await messages.convert((done, total) => input.onProgress({ stage: 'converting', done, total, detail: 'files' }));
  await addReactions(context, messages);
  await addUploads(context, messages);
  await context.builder.finish({
    id: input.archiveId,
    source: 'zulip',
    organization: {
      subdomain: input.subdomain,
      name: field.text(realm, 'name'),
      url: field.text(realm, 'url') || field.text(realm, 'uri') || null,
      id: context.realmId,
    },
    system_bots: context.systemBots,
  });
  return context.builder.problems;
}

function contextOf({ source, folder, columns }: ZulipConversionInput): ZulipContext {
  const tables = new ZulipTables(source);
  return {
    source,
    tables,
    builder: new ArchiveBuilder(folder),
    columns,
    realmId: idOf(tables.one('zerver_realm'), 'id') ?? 1,
    users: new Map(),
    systemBots: {},
    channelOfRecipient: new Map(),
    userOfRecipient: new Map(),
    membersOfRecipient: new Map(),
    subscribed: new Set(),
    groupId: groupIds(tables),
  };
}

/** Groups of roles are known by name, others are shifted out of their way. */
function groupIds(tables: ZulipTables): (id: number) => number | undefined {
  const named = [...tables.rows('zerver_namedusergroup'), ...tables.rows('zerver_usergroup')];
  const system = new Map<number, number>();
  for (const row of named) {
    const id = idOf(row, 'usergroup_ptr') ?? idOf(row, 'id');
    const known = systemGroup(field.text(row, 'name').replace(/^@role:/, 'role:'));
    if (id !== null && known !== undefined) system.set(id, known);
  }
  const all = new Set(tables.rows('zerver_usergroup').map((row) => idOf(row, 'id')));
  return (id) => system.get(id) ?? (all.has(id) ? id + FIRST_FOREIGN_GROUP : undefined);
}

async function addReactions({ tables, builder, users }: ZulipContext, messages: ZulipMessages): Promise<void> {
  const emoji = new Set(tables.rows('zerver_realmemoji').map((row) => String(idOf(row, 'id'))));
  for (const row of tables.rows('zerver_reaction')) {
    const [user, message] = [idOf(row, 'user_profile') ?? 0, idOf(row, 'message') ?? 0];
    const type = field.text(row, 'reaction_type') || 'unicode_emoji';
    const code = field.text(row, 'emoji_code');
    if (!users.has(user) || !messages.has(message) || (type === 'realm_emoji' && !emoji.has(code))) {
      builder.problem(
        'realm.json: zerver_reaction',
        `${idOf(row, 'id') ?? 0}: its user, message or emoji is missing; left out`,
      );
      continue;
    }
    await builder.add('reaction', {
      message_id: messageId(message),
      user_id: user,
      emoji_name: field.text(row, 'emoji_name'),
      emoji_code: code,
      reaction_type: type,
    });
  }
}

async function addUploads({ source, builder, users }: ZulipContext, messages: ZulipMessages): Promise<void> {
  const value = source.has('attachment.json') ? source.json('attachment.json') : {};
  for (const row of isObject(value) ? field.objects(value, 'zerver_attachment') : []) {
    const pathId = field.text(row, 'path_id');
    const owner = idOf(row, 'owner') ?? 0;
    const place = `attachment.json: ${pathId}`;
    const name = path.posix.join('uploads', pathId);
    const key = `uploads/realm/${pathId.replace(/^\d+\//, '')}`;
    if (!/^\d+\/./.test(pathId) || !isKey(key) || !users.has(owner)) {
      builder.problem(place, 'its path or owner cannot be used; left out');
      continue;
    }
    if (!name.startsWith('uploads/') || !source.has(name)) {
      builder.problem(place, 'the file is not in the export; left out');
      continue;
    }
    const file = path.join(source.folder, name);
    const contentType = field.text(row, 'content_type') || null;
    const size = await builder.addFile(key, { file });
    await builder.add('attachment', {
      id: idOf(row, 'id'),
      owner_id: owner,
      path_id: pathId,
      file_name: field.text(row, 'file_name'),
      content_type: contentType,
      size: size ?? 0,
      created_at: timeOf(field.number(row, 'create_time') ?? 0),
      image_metadata: await imageMetadata(file, contentType),
      message_ids: field
        .list(row, 'messages')
        .map(Number)
        .filter((id) => messages.has(id))
        .map(messageId),
    });
  }
}
