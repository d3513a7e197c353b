import { Database } from '@stoa/database';
import { Parameters, TestCluster, eventually } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { createGroup } from '../support/groups';
import { linkTo, picture, uploadFile } from '../support/files';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** An organization that has one of everything that the API can name. */
export interface FurnishedOrganization {
  organization: Organization;
  owner: Person;
  member: Person;
  /** What a parameter of the API may say to name something of this organization, by the parameter's name, or path and name. */
  things: ReadonlyMap<string, unknown>;
  /** Names, addresses and other texts by which something could be reached. */
  texts: readonly string[];
  queue: TestQueue;
}

const HOUR_SECONDS = 3600;

/** Makes an organization and one of everything in it, through the API. */
export async function furnishOrganization(cluster: TestCluster): Promise<FurnishedOrganization> {
  const organization = await createOrganization(cluster);
  const { owner } = organization;
  const member = await organization.createPerson('Member');
  // It is looked at when everything was tried, which may take longer than queues that nobody polls live.
  const queue = await TestQueue.register(owner, { queue_lifespan_secs: HOUR_SECONDS });
  const things = new Map<string, unknown>();
  await furnishConversations({ owner, member, things });
  await furnishOwnLists({ owner, member, things });
  await furnishRealm({ owner, member, things });
  // Mails have come back from there.
  await inDatabase(cluster, (database) =>
    database.query(
      'test_furnish_suspension',
      `INSERT INTO mail_suspension (user_id, realm_id, address, reason, status, detail)
       SELECT id, realm_id, delivery_email, 'hard', '5.1.1', 'no such mailbox' FROM account WHERE id = $1`,
      [member.userId],
    ),
  );
  things.set('realm_id', organization.id);
  things.set('queue_id', queue.id);
  const named = ['stream_name', 'emoji_name', 'domain', 'path_id'].map((name) => String(things.get(name)));
  const texts = [member.email, `user${member.userId}@${organization.subdomain}`, queue.id, ...named];
  return { organization, owner, member, things, texts, queue };
}

interface Rooms {
  owner: Person;
  member: Person;
  things: Map<string, unknown>;
}

async function furnishConversations({ owner, member, things }: Rooms): Promise<void> {
  const channel = await createChannel(owner, [member], { invite_only: true });
  const file = await uploadFile(owner);
  const message = await sendToChannel(owner, channel, { topic: 'talk', content: `hello ${linkTo(file)}` });
  await sendDirect(owner, [member]);
  await owner.client.succeed('POST', `/messages/${message}/reactions`, { emoji_name: 'tada' });
  const { attachments } = await owner.client.succeed('GET', '/attachments');
  const later = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
  const target = { type: 'channel', to: channel.id, topic: 'talk', content: 'later' };
  const scheduled = await owner.client.succeed('POST', '/scheduled_messages', {
    ...target,
    scheduled_delivery_timestamp: later,
  });
  const reminder = await owner.client.succeed('POST', '/reminders', {
    message_id: message,
    scheduled_delivery_timestamp: later,
  });
  setAll(things, ['stream_id', 'channel_id'], channel.id);
  setAll(things, ['stream', 'stream_name', 'channel'], channel.name);
  setAll(things, ['message_id', 'anchor', 'id'], message);
  setAll(things, ['topic', 'topic_name'], 'talk');
  things.set('attachment_id', attachments[0].id);
  things.set('path_id', file.pathId);
  const [realmId, ...rest] = file.pathId.split('/');
  setEach(things, { realm_id: Number(realmId), filename: rest.join('/') });
  things.set('scheduled_message_id', scheduled.scheduled_message_id);
  things.set('reminder_id', reminder.reminder_id);
}

async function furnishOwnLists({ owner, member, things }: Rooms): Promise<void> {
  const draft = { type: 'stream', to: [things.get('stream_id')], topic: 'talk', content: 'draft', timestamp: 1 };
  const { ids } = await owner.client.succeed('POST', '/drafts', { drafts: [draft] });
  things.set('draft_id', ids[0]);
  const snippet = { title: unique('snippet'), content: 'text' };
  const { saved_snippet_id: snippetId } = await owner.client.succeed('POST', '/saved_snippets', snippet);
  things.set('saved_snippet_id', snippetId);
  things.set('fragment', unique('narrow/topic/').replace(' ', ''));
  const view = { fragment: things.get('fragment') as string, is_pinned: true, name: 'view' };
  await owner.client.succeed('POST', '/navigation_views', view);
  await owner.client.succeed('POST', '/users/me/alert_words', { alert_words: ['alarm'] });
  await owner.client.succeed('POST', `/users/me/muted_users/${member.userId}`);
  await owner.client.succeed('POST', '/users/me/status', { status_text: 'here' });
  const token = unique('token').replace(' ', '');
  await owner.client.succeed('POST', '/users/me/android_gcm_reg_id', { token });
  things.set('token', token);
  setAll(things, ['user_id', 'muted_user_id', 'user'], member.userId);
  things.set('email', member.email);
  const short = unique('bot').replace(' ', '-');
  const bot = await owner.client.succeed('POST', '/bots', { full_name: short, short_name: short });
  things.set('bot_id', bot.user_id);
  things.set('integration', 'github');
}

async function furnishRealm({ owner, member, things }: Rooms): Promise<void> {
  const { client } = owner;
  const group = await createGroup(owner, [member]);
  things.set('user_group_id', group.id);
  const folder = await client.succeed('POST', '/channel_folders/create', { name: unique('folder'), description: '' });
  things.set('channel_folder_id', folder.channel_folder_id);
  await client.succeed('POST', '/default_stream_groups/create', {
    group_name: unique('defaults'),
    description: 'what for',
    stream_names: [],
  });
  const { realm_default_stream_groups: defaults } = await client.succeed('POST', '/register', {
    fetch_event_types: ['default_stream_groups'],
    event_types: [],
  });
  things.set('group_id', defaults[0].id);
  const emoji = unique('emoji').replace(' ', '_');
  const file = { name: 'a.png', content: await picture(64, 64), type: 'image/png' };
  await client.succeed('POST', `/realm/emoji/${emoji}`, {}, { multipart: true, files: { filename: file } });
  things.set('emoji_name', emoji);
  // No letter that may stand in the random part stands right before it.
  const domain = `${unique('host').replace(' ', '')}.example`;
  await client.succeed('POST', '/realm/domains', { domain, allow_subdomains: false });
  things.set('domain', domain);
  const rule = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' };
  things.set('filter_id', (await client.succeed('POST', '/realm/filters', rule)).id);
  const playground = { name: 'Try', pygments_language: 'Python', url_template: 'https://try.example/{code}' };
  things.set('playground_id', (await client.succeed('POST', '/realm/playgrounds', playground)).id);
  const field = await client.succeed('POST', '/realm/profile_fields', { field_type: 1, name: unique('Drink') });
  things.set('field_id', field.id);
  await client.succeed('PATCH', '/users/me/profile_data', { data: [{ id: field.id, value: 'tea' }] });
  await client.succeed('PATCH', '/realm', { moderation_request_channel_id: Number(things.get('stream_id')) });
  const provider = await client.succeed('POST', '/realm/sign_in_providers', {
    kind: 'oidc',
    key: 'corp',
    display_name: 'Corp',
    settings: { client_id: 'stoa', issuer: 'https://127.0.0.1:1' },
    secret: 'secret',
  });
  things.set('provider_id', provider.sign_in_provider.id);
  await furnishInvitations(owner, things);
  await furnishExport(owner, things);
}

async function furnishInvitations({ client }: Person, things: Map<string, unknown>): Promise<void> {
  const invitee = `${unique('invitee').replace(' ', '-')}@people.example`;
  const invitation: Parameters = { invitee_emails: invitee, stream_ids: [] };
  await client.succeed('POST', '/invites', invitation);
  await client.succeed('POST', '/invites/multiuse');
  const { invites } = await client.succeed('GET', '/invites');
  const idOf = (isMultiuse: boolean): number =>
    invites.find((invite: { is_multiuse: boolean }) => invite.is_multiuse === isMultiuse).id;
  things.set('invite_id', idOf(false));
  things.set('/invites/multiuse/{invite_id} invite_id', idOf(true));
}

async function furnishExport({ client }: Person, things: Map<string, unknown>): Promise<void> {
  const { id } = await client.succeed('POST', '/export/realm');
  await eventually(async () => {
    const { exports } = await client.succeed('GET', '/export/realm');
    return exports.every(({ pending }: { pending: boolean }) => !pending);
  });
  things.set('export_id', id);
}

function setAll(things: Map<string, unknown>, names: readonly string[], value: unknown): void {
  for (const name of names) things.set(name, value);
}

function setEach(things: Map<string, unknown>, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) things.set(name, value);
}

/**
 * Brings every sequence of ids to one number beyond all that were given out, so that what is made next has small ids in
 * common with everything else that is made next: an id of one kind is then one of every kind.
 * @returns that number
 */
export async function alignIds(database: Database, above = 0): Promise<number> {
  const [row] = await database.query<{ base: string }>(
    'test_align_ids',
    `WITH moved AS MATERIALIZED (SELECT greatest(max(last_value), $1) + 1000 AS base FROM pg_sequences
       WHERE schemaname = 'public' AND sequencename <> ALL ($2))
     SELECT base::text, (SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass, base))
       FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> ALL ($2)) FROM moved`,
    [above, ['outbox_id_seq']],
  );
  return Number(row?.base);
}
