import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ResponseBody, TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { linkTo, uploadFile } from '../support/files';
import { OPERATOR_COMMAND, OperatorTool, toolEnvironment } from '../support/operator-tool';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

const MESSAGES = 30;

/** An organization is exported with the real command, imported under another address, and compared through the API. */
describe('an organization that is exported and imported', () => {
  let cluster: TestCluster;
  let tool: OperatorTool;
  let folder: string;
  let original: Organization;
  let owner: Person;
  let reader: Person;
  const subdomain = unique('copy').replaceAll(' ', '-').toLowerCase();
  let copyOfReader: TestClient;
  let copyOfOwner: TestClient;

  beforeAll(async () => {
    cluster = await sharedCluster();
    tool = OperatorTool.of(cluster);
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-transfer-'));
    original = await createOrganization(cluster, { description: 'Moves' });
    owner = original.owner;
    reader = await original.createPerson('Reader');
    await live();
    await tool.json('export', original.subdomain, '--to', folder);
    await killedAndContinued();
    copyOfReader = await signIn(reader);
    copyOfOwner = await signIn(owner);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What an organization has after some time. */
  async function live(): Promise<void> {
    const { client } = owner;
    const channel = await createChannel(owner, [reader], {}, 'talk');
    const hidden = await createChannel(owner, [], { invite_only: true }, 'hidden');
    const send = async (content: string, topic = 'lunch', to = channel.id): Promise<number> =>
      (await client.succeed('POST', '/messages', { type: 'stream', to, topic, content })).id;
    const ids: number[] = [];
    for (let index = 0; index < MESSAGES; index++)
      ids.push(await send(`message ${index} with **bold** and :tada:`, `topic ${index % 3}`));
    const [first = 0, second = 0, third = 0] = ids;
    await send(`for @**${reader.fullName}|${reader.userId}**, see #**talk>topic 1** and #**hidden**`);
    await send('@**all** look');
    await send('quiet', 'plans', hidden.id);
    await send(linkTo(await uploadFile(owner, { name: 'notes.txt', content: 'some notes' })));
    await client.succeed('POST', '/messages', { type: 'direct', to: [reader.userId], content: 'between us' });
    await client.succeed('PATCH', `/messages/${first}`, { content: 'edited *once*' });
    await client.succeed('PATCH', `/messages/${second}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
    await client.succeed('POST', `/messages/${first}/reactions`, { emoji_name: 'tada' });
    await reader.client.succeed('POST', `/messages/${first}/reactions`, { emoji_name: '+1' });
    await reader.client.succeed('POST', '/messages/flags', { messages: ids.slice(0, 10), op: 'add', flag: 'read' });
    await reader.client.succeed('POST', '/messages/flags', { messages: [third], op: 'add', flag: 'starred' });
    await client.succeed('POST', '/user_groups/create', {
      name: 'cooks',
      description: 'Who cook',
      members: [reader.userId],
    });
    await reader.client.succeed('PATCH', '/settings', { enter_sends: true, color_scheme: 2 });
    await client.succeed('PATCH', '/realm', { name: 'Moving house', allow_message_editing: false });
    await reader.client.succeed('POST', '/user_topics', {
      stream_id: channel.id,
      topic: 'topic 1',
      visibility_policy: 3,
    });
  }

  /** The import is killed in the middle, and the same command does the rest. */
  async function killedAndContinued(): Promise<void> {
    const args = ['import', 'archive', folder, '--subdomain', subdomain];
    const env = toolEnvironment(cluster);
    const running = spawn(process.execPath, [OPERATOR_COMMAND, ...args], { env, stdio: 'ignore' });
    const ended = once(running, 'exit');
    await eventually(
      async () => {
        const begun = await inDatabase(cluster, (database) =>
          database.query('import_begun', `SELECT FROM organization_import WHERE subdomain = $1 AND stage <> ''`, [
            subdomain,
          ]),
        );
        return begun.length > 0 || running.exitCode !== null;
      },
      { timeoutMs: 60_000, stepMs: 5 },
    );
    running.kill('SIGKILL');
    await ended;
    const result = await tool.json(...args);
    expect(result).toMatchObject({ url: `http://${host()}`, messages: expect.any(Number) });
    expect(await tool.json(...args)).toMatchObject({ outcome: 'unchanged', realm_id: result.realm_id });
  }

  const host = () => `${subdomain}.${new URL(cluster.description.base_url).host}`;

  async function signIn({ email }: Person): Promise<TestClient> {
    const anonymous = new TestClient(cluster.description.base_url, undefined, host());
    const { api_key: key } = await tool.json('users', 'rotate-key', email, '-o', subdomain);
    return anonymous.as(email, key);
  }

  /** Messages as a user sees them, ids and addresses of either organization taken out. */
  async function messagesOf(client: TestClient): Promise<ResponseBody[]> {
    const { messages } = await client.succeed('GET', '/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 500,
      apply_markdown: false,
      allow_empty_topic_name: true,
    });
    const { messages: rendered } = await client.succeed('GET', '/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 500,
      allow_empty_topic_name: true,
    });
    const html = new Map<number, string>(
      rendered.map(({ id, content }: { id: number; content: string }) => [id, content]),
    );
    return messages
      .filter(({ sender_realm_str: realm }: { sender_realm_str: string }) => realm !== '')
      .map((message: ResponseBody) => ({
        content: withoutIds(message.content),
        html: withoutIds(html.get(message.id) ?? ''),
        subject: message.subject,
        sender: message.sender_full_name,
        timestamp: message.timestamp,
        flags: message.flags,
        edited: message.last_edit_timestamp,
        moved: message.last_moved_timestamp,
        history: message.edit_history?.map(({ timestamp, prev_content: before, prev_topic: topic }: ResponseBody) => [
          timestamp,
          before,
          topic,
        ]),
        reactions: message.reactions.map(({ emoji_name: name, user }: ResponseBody) => [name, user?.full_name]).sort(),
        place:
          typeof message.display_recipient === 'string' ? message.display_recipient : message.display_recipient.length,
      }));
  }

  const withoutIds = (text: string) =>
    text
      .replaceAll(/\b\d+\b/g, (digits, at: number) => (/message $/.test(text.slice(0, at)) ? digits : 'N'))
      .replaceAll(new RegExp(`${original.subdomain}|${subdomain}`, 'g'), 'HERE');

  it('shows everybody the same messages, history, reactions and flags', async () => {
    const before = await messagesOf(reader.client);
    expect(before.length).toBeGreaterThan(MESSAGES);
    expect(await messagesOf(copyOfReader)).toEqual(before);
    expect(await messagesOf(copyOfOwner)).toEqual(await messagesOf(owner.client));
  });

  it('has the same people, channels, groups, settings and unread messages', async () => {
    const stateOf = async (client: TestClient) => {
      const state = await client.succeed('POST', '/register', {
        fetch_event_types: [
          'realm',
          'realm_user',
          'subscription',
          'realm_user_groups',
          'message',
          'user_settings',
          'user_topic',
          'update_message_flags',
          'starred_messages',
        ],
      });
      const names = new Map<number, string>(
        state.realm_users.map((user: ResponseBody) => [user.user_id, user.full_name]),
      );
      return {
        name: state.realm_name,
        editing: state.realm_allow_message_editing,
        people: state.realm_users.map((user: ResponseBody) => [user.full_name, user.role, user.is_active]).sort(),
        channels: state.subscriptions
          .map((channel: ResponseBody) => [channel.name, channel.color, channel.invite_only, channel.subscriber_count])
          .sort(),
        groups: state.realm_user_groups
          .filter((group: ResponseBody) => !group.is_system_group)
          .map((group: ResponseBody) => [
            group.name,
            group.description,
            group.members.map((id: number) => names.get(id)).sort(),
          ]),
        settings: [state.user_settings.enter_sends, state.user_settings.color_scheme],
        topics: state.user_topics.map((topic: ResponseBody) => [topic.topic_name, topic.visibility_policy]).sort(),
        unread: [state.unread_msgs.count, state.unread_msgs.mentions.length],
        starred: state.starred_messages.length,
      };
    };
    expect(await stateOf(copyOfReader)).toEqual(await stateOf(reader.client));
    expect(await stateOf(copyOfOwner)).toEqual(await stateOf(owner.client));
  });

  it('has the same files, and goes on living', async () => {
    const { attachments } = await copyOfOwner.succeed('GET', '/attachments');
    expect(attachments).toEqual([
      expect.objectContaining({ name: 'notes.txt', size: 10, message_ids: [expect.any(Number)] }),
    ]);
    const { streams } = await copyOfOwner.succeed('GET', '/streams', {});
    const talk = streams.find((stream: { name: string }) => stream.name === 'talk');
    const { queue_id: queue } = await copyOfReader.succeed('POST', '/register', { event_types: ['message'] });
    const { id } = await copyOfOwner.succeed('POST', '/messages', {
      type: 'stream',
      to: talk.stream_id,
      topic: 'lunch',
      content: 'here now',
    });
    const { events } = await copyOfReader.succeed('GET', '/events', { queue_id: queue, last_event_id: -1 });
    expect(events[0]).toMatchObject({ type: 'message', message: { id, content: 'here now' }, flags: [] });
    // The other tests compare what was moved.
    await copyOfOwner.succeed('DELETE', `/messages/${id}`);
  });
});
