import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { listIdOf, mailsTo } from '../support/mail';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { pathOf, visit } from '../support/pages';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** mail-and-integrations.md 2, from the send to the mail server. */
describe('mails about missed messages', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let sender: Person;
  let reader: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  beforeEach(async () => {
    // The notice of the new channel would be one message more that the reader missed, sooner or later.
    organization = await createOrganization(cluster, { send_channel_events_messages: false });
    sender = organization.owner;
    reader = await organization.createPerson('Rita');
    channel = await createChannel(sender, [reader]);
    await set({ email_notifications_batching_period_seconds: 1 });
  });

  const set = (settings: Record<string, boolean | number | string>) =>
    reader.client.succeed('PATCH', '/settings', settings);
  /** How many messages of the reader wait for mails. */
  const noted = async (): Promise<number> => {
    const sql = 'SELECT count(*)::int AS count FROM missed_message WHERE user_id = $1';
    const [row] = await inDatabase(cluster, (database) => database.query('test_missed', sql, [reader.userId]));
    return Number(row?.count);
  };
  const sent = (person = reader) => mailsTo(cluster, person.email);
  /** So many mails; the newest first. */
  const arrived = (count: number) =>
    eventually(async () => {
      const mails = await sent();
      if (mails.length < count) throw new Error(`${mails.length} mails to ${reader.email}`);
      return mails;
    });

  it('bring a direct message in two forms, with links that work', async () => {
    const id = await sendDirect(sender, [reader], { content: 'meet **at noon** :tada:' });
    const [mail] = await arrived(1);
    expect(mail).toMatchObject({ to: reader.email, toName: reader.fullName, subject: `DMs with ${sender.fullName}` });
    const url = `http://${organization.host}`;
    const ids = [sender.userId, reader.userId].sort((one, other) => one - other).join();
    expect(mail?.text).toContain('> meet **at noon** :tada:');
    expect(mail?.text).toContain(`${url}/#narrow/dm/${ids}/near/${id}`);
    expect(mail?.html).toContain('meet <strong>at noon</strong> 🎉');
    expect(mail?.headers).toMatchObject({
      'Auto-Submitted': 'auto-generated',
      'List-Id': listIdOf(organization),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('show a mention behind what was said before it, in the language of the reader', async () => {
    await set({ default_language: 'de' });
    await sendToChannel(sender, channel, { topic: 'plans', content: 'the deploy is at six' });
    await sendToChannel(sender, channel, { topic: 'plans', content: `@**${reader.fullName}** are you there?` });
    const [mail] = await arrived(1);
    expect(mail?.subject).toBe(`#${channel.name} > plans`);
    expect(mail?.text).toMatch(/> the deploy is at six\n\n> @\*\*.*\*\* are you there\?/);
    expect(mail?.text).toContain('Du bekommst diese E-Mail, weil du erwähnt wurdest.');
  });

  it('are one for each conversation, and refer to it', async () => {
    await set({ enable_stream_email_notifications: true, email_notifications_batching_period_seconds: 3600 });
    const [first] = [
      await sendToChannel(sender, channel, { topic: 'one' }),
      await sendToChannel(sender, channel, { topic: 'two' }),
      await sendToChannel(sender, channel, { topic: 'ONE' }),
    ];
    await sendDirect(sender, [reader]);
    // What is noted after the end of the time begins mails of its own.
    await eventually(async () => (await noted()) === 4);
    await eventually(async () => {
      await set({ email_notifications_batching_period_seconds: 1 });
      return (await sent()).length >= 3;
    });
    const mails = await sent();
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ headers }) => headers.References)).size).toBe(3);
    const named = (topic: string) => (mail: { subject: string }) => mail.subject === `#${channel.name} > ${topic}`;
    const before = mails.find(({ subject }) => subject.toLowerCase() === `#${channel.name} > one`.toLowerCase());
    const rename = { topic: 'renamed', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await sender.client.succeed('PATCH', `/messages/${first}`, rename);
    await sendToChannel(sender, channel, { topic: 'renamed' });
    const after = await eventually(async () => (await sent()).find(named('renamed')));
    const { References: references, 'In-Reply-To': parent } = after.headers;
    expect(references).toBe(`${before?.headers.References} ${parent}`);
  });

  it('do not come for what was read, deleted or left', async () => {
    await set({ email_notifications_batching_period_seconds: 3600 });
    const read = await sendDirect(sender, [reader]);
    const deleted = await sendToChannel(sender, channel, { content: `@**${reader.fullName}** never mind` });
    const secret = await createChannel(sender, [reader], { invite_only: true });
    await sendToChannel(sender, secret, { content: `@**${reader.fullName}** a secret` });
    await reader.client.succeed('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await sender.client.succeed('DELETE', `/messages/${deleted}`);
    await sender.client.succeed('DELETE', '/users/me/subscriptions', {
      subscriptions: [secret.name],
      principals: [reader.userId],
    });
    const told = await sendDirect(sender, [reader], { content: 'told' });
    await set({ email_notifications_batching_period_seconds: 1 });
    const mails = await arrived(1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/near/${told}`);
    expect(mails[0]?.text.match(/^> /gm)).toHaveLength(1);
  });

  it('do not go to who is there', async () => {
    await reader.client.succeed('POST', '/users/me/presence', {
      status: 'active',
      ping_only: false,
      new_user_input: true,
    });
    await TestQueue.register(reader, { event_types: ['message'] });
    await sendDirect(sender, [reader], { content: 'seen at once' });
    const away = await organization.createPerson('Away');
    await away.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await sendDirect(sender, [away], { content: 'seen later' });
    await eventually(async () => (await sent(away)).length > 0);
    expect(await sent()).toEqual([]);
  });

  it('end by one click, which opening the link is not', async () => {
    await sendDirect(sender, [reader]);
    const [mail] = await arrived(1);
    const link = pathOf(/<(\S+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const enabled = async () => {
      const { user_settings } = await reader.client.succeed('POST', '/register', { event_types: ['user_settings'] });
      return user_settings.enable_offline_email_notifications;
    };
    const opened = await visit(cluster, organization.host, link);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('<form method="post">');
    expect(await enabled()).toBe(true);
    const queue = await TestQueue.register(reader, { event_types: ['user_settings', 'update_global_notifications'] });
    const pressed = await visit(cluster, organization.host, link, { 'List-Unsubscribe': 'One-Click' });
    expect(pressed.status).toBe(200);
    expect(pressed.text).toContain('You are unsubscribed');
    expect(await queue.next(isEvent('user_settings'))).toMatchObject({
      op: 'update',
      property: 'enable_offline_email_notifications',
      value: false,
    });
    expect(await enabled()).toBe(false);
    const again = await visit(cluster, organization.host, link, {});
    expect(again.text).toContain('You are unsubscribed');
  });

  it('are not ended by other links, or in other organizations', async () => {
    await sendDirect(sender, [reader]);
    const [mail] = await arrived(1);
    const link = pathOf(/<(\S+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
    for (const path of [
      `${link.slice(0, -1)}x`,
      link.replace('missed_messages', 'login'),
      '/accounts/unsubscribe/a/b',
    ]) {
      const page = await visit(cluster, organization.host, path, {});
      expect(page.status).toBe(200);
      expect(page.text).toContain('not valid');
    }
    const other = await createOrganization(cluster);
    expect((await visit(cluster, other.host, link, {})).status).toBe(404);
  });
});
