import { Database, createChannels, createRealm, lockRealm, subscribeUsers, withNewAccounts } from '@stoa/database';
import { FileStore } from '@stoa/storage';

const SHA_FREE_IMAGE = Buffer.from('an image that nobody decodes');

export interface RichOrganization {
  realmId: number;
  partition: number;
  userIds: number[];
  channelIds: number[];
}

/** An organization with at least one row in every table that an export carries over, and its files. */
export async function createRichOrganization(
  database: Database,
  store: FileStore,
  subdomain: string,
): Promise<RichOrganization> {
  const realm = await createRealm(database, {
    subdomain,
    name: 'Rich',
    description: 'A **rich** place',
    authenticationMethods: { Email: true },
    settings: { enable_spectator_access: true, waiting_period_threshold: 3, message_retention_days: 4000 },
  });
  const context = { realmId: realm.id, partition: realm.partition };
  const people = await withNewAccounts(
    database,
    context,
    {
      realmHost: `${subdomain}.chat.example.com`,
      accounts: [
        {
          fullName: 'Olga',
          deliveryEmail: 'olga@rich.example',
          role: 100,
          passwordHash: '$argon2id$v=19$m=1,t=1,p=1$x$y',
        },
        { fullName: 'Max', deliveryEmail: 'max@rich.example', avatarKey: 'avatar-of-max' },
        { fullName: 'Robot', deliveryEmail: 'robot@rich.example', botType: 3 },
      ],
    },
    (_tx, { accounts }) => Promise.resolve(accounts),
  );
  const [olga = 0, max = 0, robot = 0] = people.map(({ id }) => id);
  const channelIds = await database.write(context, [lockRealm(realm.id, 'exclusive')], async (tx) => {
    const made = await createChannels(tx, [
      { name: 'open', description: 'See #**secret**', subscriberIds: [olga, max], creatorId: olga },
      { name: 'secret', inviteOnly: true, subscriberIds: [olga] },
    ]);
    const [open] = made;
    if (open) await subscribeUsers(tx, [{ userId: robot, channelId: open.id, recipientId: open.recipientId }]);
    return made.map(({ id }) => id);
  });
  await addRows(database, {
    realmId: realm.id,
    olga,
    max,
    robot,
    open: channelIds[0] ?? 0,
    secret: channelIds[1] ?? 0,
  });
  await store.put(`uploads/${realm.id}/ab/notes.txt`, Buffer.from('some notes'));
  await store.put(`thumbnails/${realm.id}/ab/notes.txt/840x560.webp`, SHA_FREE_IMAGE);
  await store.put(`avatars/${realm.id}/avatar-of-max.png`, SHA_FREE_IMAGE);
  await store.put(`avatars/${realm.id}/emoji/images/party.png`, SHA_FREE_IMAGE);
  return { realmId: realm.id, partition: realm.partition, userIds: [olga, max, robot], channelIds };
}

interface Cast {
  realmId: number;
  olga: number;
  max: number;
  robot: number;
  open: number;
  secret: number;
}

async function addRows(database: Database, cast: Cast): Promise<void> {
  for (const [index, statement] of rowStatements(cast).entries()) {
    await database.query(`rich_${index}_${cast.realmId}`, statement);
  }
}

function rowStatements({ realmId, olga, max, robot, open, secret }: Cast): string[] {
  const recipient = (channel: number): string => `(SELECT recipient_id FROM channel WHERE id = ${channel})`;
  const message = (content: string): string =>
    `(SELECT id FROM message WHERE realm_id = ${realmId} AND content = '${content}')`;
  const send = (sender: number, to: string, content: string, topic = 'lunch'): string =>
    `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content, sent_at, client_name)
     VALUES (${realmId}, ${to}, ${to}, ${sender}, '${topic}', $text$${content}$text$, '', '2024-05-06 07:08:09+00', 'test')`;
  const direct = `(SELECT recipient_id FROM direct_conversation WHERE realm_id = ${realmId})`;
  return [
    `INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES (${realmId}, 'rich.example', true)`,
    `INSERT INTO linkifier (realm_id, pattern, url_template) VALUES (${realmId}, '#(?P<id>[0-9]+)', 'https://bugs.example/{id}')`,
    `INSERT INTO playground (realm_id, name, pygments_language, url_template) VALUES (${realmId}, 'p', 'Python', 'https://p.example/{code}')`,
    `INSERT INTO profile_field (realm_id, name, field_type) VALUES (${realmId}, 'boss', 6), (${realmId}, 'bio', 2)`,
    `INSERT INTO profile_value (user_id, field_id, value) SELECT ${max}, id, CASE field_type WHEN 6 THEN '[${olga}]' ELSE 'I *am*' END
     FROM profile_field WHERE realm_id = ${realmId}`,
    `INSERT INTO custom_emoji (realm_id, name, author_id, file_name) VALUES (${realmId}, 'party', ${olga}, 'party.png')`,
    `INSERT INTO user_group (realm_id, kind, name, can_mention_group) SELECT ${realmId}, 2, 'cooks', min(id) FROM user_group WHERE realm_id = ${realmId}`,
    `INSERT INTO group_membership (group_id, user_id) SELECT id, ${max} FROM user_group WHERE realm_id = ${realmId} AND name = 'cooks'`,
    `INSERT INTO muted_user (user_id, muted_user_id) VALUES (${olga}, ${robot})`,
    `INSERT INTO alert_word (user_id, word) VALUES (${max}, 'lunch')`,
    `INSERT INTO saved_snippet (user_id, title, content) VALUES (${max}, 'hi', 'Hello @**Olga|${olga}**')`,
    `INSERT INTO navigation_view (user_id, fragment, is_pinned, name) VALUES (${max}, 'narrow/channel/${open}-open', true, 'o')`,
    `INSERT INTO bot_service (user_id, name, base_url, token) VALUES (${robot}, 'robot', 'https://robot.example', 'token')`,
    `INSERT INTO bot_config (user_id, key, value) VALUES (${robot}, 'k', 'v')`,
    `INSERT INTO bot_mention (bot_id, name, user_id) VALUES (${robot}, 'max@example.com', ${max})`,
    `INSERT INTO delivery_log (bot_id, realm_id, records_bodies) VALUES (${robot}, ${realmId}, false)`,
    `INSERT INTO bot_storage (user_id, key, value) VALUES (${robot}, 'k', 'v')`,
    `UPDATE account SET bot_owner_id = ${olga}, default_sending_stream_id = ${open} WHERE id = ${robot}`,
    `INSERT INTO user_status (user_id, realm_id, status_text, emoji_name, emoji_code, reaction_type)
     SELECT ${max}, ${realmId}, 'away', 'party', id::text, 'realm_emoji' FROM custom_emoji WHERE realm_id = ${realmId}`,
    `INSERT INTO presence (user_id, realm_id, last_connected_at, last_update_id) VALUES (${max}, ${realmId}, '2024-05-06 07:08:09+00', 5)`,
    `INSERT INTO channel_folder (realm_id, name) VALUES (${realmId}, 'folder')`,
    `UPDATE channel SET folder_id = (SELECT id FROM channel_folder WHERE realm_id = ${realmId}) WHERE id = ${secret}`,
    `INSERT INTO default_channel_group (realm_id, name) VALUES (${realmId}, 'starters')`,
    `INSERT INTO default_channel_group_channel (group_id, channel_id) SELECT id, ${open} FROM default_channel_group WHERE realm_id = ${realmId}`,
    `INSERT INTO channel_traffic (channel_id, day, messages) VALUES (${open}, '2024-05-06', 3)`,
    `UPDATE subscription SET is_muted = true, color = '#123456' WHERE user_id = ${max} AND channel_id = ${open}`,
    `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy) VALUES (${max}, ${open}, 'lunch', 3)`,
    `SELECT direct_conversation_get(${realmId}, ARRAY[${olga}, ${max}])`,
    send(olga, recipient(open), 'first'),
    send(max, recipient(open), `for @**Olga|${olga}** and @*cooks*, see #**open>lunch** :party: #42`),
    send(max, recipient(open), `[notes.txt](/user_uploads/${realmId}/ab/notes.txt)`),
    send(olga, recipient(secret), 'whisper', 'plans'),
    send(max, direct, 'psst', ''),
    `INSERT INTO direct_message_receipt (user_id, message_id, recipient_id) SELECT u, ${message('psst')}, ${direct} FROM unnest(ARRAY[${olga}, ${max}]) u`,
    `INSERT INTO message_move (id, realm_id, from_recipient_id, to_recipient_id, to_protected, moved_by_user_id)
     VALUES (nextval('message_id_seq'), ${realmId}, ${recipient(open)}, ${recipient(secret)}, true, ${olga})`,
    send(olga, recipient(open), 'moved'),
    `UPDATE message SET moves = ARRAY[(SELECT max(id) FROM message_move WHERE realm_id = ${realmId})], recipient_id = ${recipient(secret)}
     WHERE realm_id = ${realmId} AND content = 'moved'`,
    `INSERT INTO message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_renderer_version, prev_topic, topic,
       prev_channel_id, channel_id)
     VALUES (${message('first')}, ${olga}, now(), 'fist', '<p>fist</p>', 1, 'diner', 'lunch', ${secret}, ${open})`,
    `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT ${message('first')}, ${max}, 'party', id::text, 'realm_emoji' FROM custom_emoji WHERE realm_id = ${realmId}`,
    `INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES (${message('first')}, ${max}, 'widget', '{}')`,
    `INSERT INTO message_flag (user_id, message_id, bits) VALUES (${max}, ${message('first')}, 1)`,
    `INSERT INTO attachment (realm_id, owner_id, path_id, file_name, content_type, size)
     VALUES (${realmId}, ${max}, '${realmId}/ab/notes.txt', 'notes.txt', 'text/plain', 10)`,
    `INSERT INTO attachment_reference (attachment_id, message_id) SELECT a.id, m.id FROM attachment a, message m
     WHERE a.realm_id = ${realmId} AND m.realm_id = ${realmId} AND m.content LIKE '[notes%'`,
    `INSERT INTO draft (user_id, kind, recipient_ids, topic, content)
     VALUES (${max}, 'stream', ARRAY[${open}], 'lunch', 'maybe'), (${max}, 'private', ARRAY[${olga}], '', 'dear')`,
    `INSERT INTO pending_read (user_id, recipient_id, below_id, due_at) VALUES (${max}, ${recipient(secret)}, ${message('whisper')}, '2100-01-01')`,
    `INSERT INTO scheduled_message (realm_id, sender_id, kind, channel_id, user_ids, topic, content, rendered_content, deliver_at, client_name)
     VALUES (${realmId}, ${max}, 'stream', ${open}, '{}', 'lunch', 'later', '<p>later</p>', '2100-01-01', 'test')`,
    `INSERT INTO attachment_scheduled_reference (attachment_id, scheduled_message_id) SELECT a.id, s.id FROM attachment a, scheduled_message s
     WHERE a.realm_id = ${realmId} AND s.realm_id = ${realmId}`,
    `INSERT INTO reminder (realm_id, user_id, target_message_id, content, rendered_content, deliver_at)
     VALUES (${realmId}, ${max}, ${message('first')}, 'remember', '<p>remember</p>', '2100-01-01')`,
    `SELECT read_bits_set(ARRAY[${olga}], ${message('first')})`,
  ];
}
