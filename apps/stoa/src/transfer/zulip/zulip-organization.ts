import path from 'node:path';
import { customEmojiNameProblem, REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { type JsonObject, field } from '../conversion/foreign-export';
import { DEFAULT_PERMISSIONS } from '../conversion/system-groups';
import { sameFields } from './zulip-columns';
import { ZulipContext } from './zulip-context';
import { idOf } from './zulip-tables';

const SPECIAL_CHANNELS: Readonly<Record<string, readonly string[]>> = {
  new_stream_announcements_stream_id: ['new_stream_announcements_stream', 'notifications_stream'],
  signup_announcements_stream_id: ['signup_announcements_stream', 'signup_notifications_stream'],
  zulip_update_announcements_stream_id: ['zulip_update_announcements_stream'],
  moderation_request_channel_id: ['moderation_request_channel'],
};
const NO_CHANNEL = -1;
/** Not settings: what the installation decides, or made anew here. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  ...['id', 'uuid', 'uuid_owner_secret', 'string_id', 'name', 'partition', 'is_internal', 'rendered_description'],
  ...['version', 'authentication_methods', 'icon_source', 'icon_version', 'logo_source', 'logo_version', 'plan_type'],
  ...['night_logo_source', 'night_logo_version', 'deactivated_at', 'scheduled_deletion_at', 'deactivated_redirect'],
  ...['demo_organization_scheduled_deletion_at', 'upload_quota_mib', 'presence_disabled', 'giphy_rating'],
  ...Object.keys(SPECIAL_CHANNELS),
  ...Object.keys(REALM_PERMISSION_SETTINGS),
]);

/** In exports from before level 442, Y is a rating between none and G, and all above have greater numbers. */
const GIF_RATINGS_WITH_Y = [0, 1, 1, 2, 3, 4];

/** How far GIFs go. The name of the setting tells the numbers, but for a few months in which no release was made. */
function gifRating(realm: JsonObject): { giphy_rating?: number } {
  const present = field.number(realm, 'gif_rating_policy');
  const earlier = field.number(realm, 'giphy_rating');
  const rating = present ?? (earlier === null ? undefined : GIF_RATINGS_WITH_Y[earlier]);
  return rating === undefined ? {} : { giphy_rating: rating };
}

/** The organization itself, its settings and lists. */
export async function addOrganization(context: ZulipContext): Promise<void> {
  const { tables, builder, columns, groupId } = context;
  const realm = tables.one('zerver_realm');
  const own = columns.get('realm') ?? new Map();
  const channels = new Set(tables.rows('zerver_stream').map((row) => idOf(row, 'id')));
  const special = Object.entries(SPECIAL_CHANNELS).map(([column, names]) => {
    const id = names.map((name) => idOf(realm, name)).find((found) => found !== null) ?? null;
    return [column, id !== null && channels.has(id) ? id : NO_CHANNEL];
  });
  const permissions = Object.keys(REALM_PERMISSION_SETTINGS).flatMap((name) => {
    const id = idOf(realm, name);
    const known = id === null ? undefined : groupId(id);
    return known === undefined ? [] : [[name, known]];
  });
  await builder.add('realm', {
    ...sameFields(
      realm,
      own,
      [...own.keys()].filter((name) => !NOT_COPIED.has(name)),
    ),
    name: field.text(realm, 'name'),
    ...gifRating(realm),
    authentication_methods: { Email: true },
    ...DEFAULT_PERMISSIONS.realm(),
    ...Object.fromEntries(permissions),
    ...Object.fromEntries(special),
  });
  const defaults = columns.get('realm_user_default') ?? new Map();
  const [given = {}] = tables.rows('zerver_realmuserdefault');
  await builder.add(
    'realm_user_default',
    sameFields(
      given,
      defaults,
      [...defaults.keys()].filter((name) => name !== 'realm_id'),
    ),
  );
  await addLists(context);
}

async function addLists(context: ZulipContext): Promise<void> {
  const { tables, builder } = context;
  for (const row of tables.rows('zerver_realmdomain')) {
    const domain = field.text(row, 'domain').toLowerCase();
    await builder.add('realm_domain', { domain, allow_subdomains: field.flag(row, 'allow_subdomains') });
  }
  for (const [index, row] of tables.rows('zerver_realmfilter').entries()) {
    const template = field.text(row, 'url_template');
    if (template === '') {
      builder.problem(
        'realm.json: zerver_realmfilter',
        `"${field.text(row, 'pattern')}" has no URL template; left out`,
      );
      continue;
    }
    await builder.add('linkifier', {
      pattern: field.text(row, 'pattern'),
      url_template: template,
      position: field.number(row, 'order') ?? index,
      example_input: field.text(row, 'example_input') || null,
      reverse_template: field.text(row, 'reverse_template') || null,
    });
  }
  for (const row of tables.rows('zerver_realmplayground')) {
    await builder.add('playground', {
      name: field.text(row, 'name'),
      pygments_language: field.text(row, 'pygments_language'),
      url_template: field.text(row, 'url_template'),
    });
  }
  await addProfileFields(context);
  await addEmoji(context);
}

async function addProfileFields({ tables, builder, users }: ZulipContext): Promise<void> {
  for (const row of tables.rows('zerver_customprofilefield')) {
    await builder.add('profile_field', {
      id: idOf(row, 'id'),
      name: field.text(row, 'name'),
      field_type: field.number(row, 'field_type'),
      hint: field.text(row, 'hint'),
      field_data: field.text(row, 'field_data'),
      position: field.number(row, 'order') ?? 0,
      display_in_profile_summary: field.flag(row, 'display_in_profile_summary'),
      use_for_user_matching: field.flag(row, 'use_for_user_matching'),
      required: field.flag(row, 'required'),
    });
  }
  for (const row of tables.rows('zerver_customprofilefieldvalue')) {
    const user = idOf(row, 'user_profile') ?? 0;
    if (!users.has(user)) continue;
    await builder.add('profile_value', {
      user_id: user,
      field_id: idOf(row, 'field'),
      value: field.text(row, 'value'),
    });
  }
}

async function addEmoji({ tables, builder, source, users }: ZulipContext): Promise<void> {
  const files = source.list('emoji/records.json');
  for (const row of tables.rows('zerver_realmemoji')) {
    const name = field.text(row, 'name');
    const fileName = field.text(row, 'file_name');
    const id = idOf(row, 'id');
    const author = idOf(row, 'author');
    const place = 'realm.json: zerver_realmemoji';
    const hasFileName = /^[\w.-]+$/.test(fileName);
    const isUsable = hasFileName && customEmojiNameProblem(name) === undefined;
    if (!isUsable) {
      builder.problem(place, `"${name}" cannot be the name of an emoji, or has no file; it is deactivated`);
    }
    await builder.add('custom_emoji', {
      id,
      name,
      author_id: author !== null && users.has(author) ? author : null,
      file_name: hasFileName ? fileName : `${id ?? 0}.png`,
      deactivated: field.flag(row, 'deactivated') || !isUsable,
      is_animated: field.flag(row, 'is_animated'),
    });
    const image = files
      .map((record) => field.text(record, 'path'))
      .find((file) => path.posix.basename(file) === fileName);
    const at = path.posix.join('emoji', image ?? '');
    if (image === undefined || !at.startsWith('emoji/') || !source.has(at)) {
      builder.problem('emoji/records.json', `the file of :${name}: is missing`);
      continue;
    }
    await builder.addFile(`avatars/realm/emoji/images/${fileName}`, { file: path.join(source.folder, at) });
    const stem = fileName.replace(/\.[^.]*$/, '');
    const still = path.posix.join(path.posix.dirname(at), 'still', `${stem}.png`);
    if (source.has(still))
      await builder.addFile(`avatars/realm/emoji/images/still/${stem}.png`, { file: path.join(source.folder, still) });
  }
}
