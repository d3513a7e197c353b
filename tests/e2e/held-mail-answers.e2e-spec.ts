import { TestCluster, eventually, freePort, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { mailsTo } from '../support/mail';
import { MailServer } from '../support/mail-server';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

const OTHER_ADDRESS = 'rita@private.example';

/** mail-and-integrations.md 4.3: answers that nobody vouches for, where the installation holds them. */
describe('answers by mail from another mail domain', () => {
  let cluster: TestCluster;
  let server: MailServer;
  let organization: Organization;
  let ada: Person;
  let rita: Person;
  let channel: Channel;
  let to: string;

  beforeAll(async () => {
    const port = await freePort();
    cluster = await startCluster({
      env: {
        STOA_MAIL_IN_PORT: String(port),
        STOA_EMAIL_GATEWAY_PATTERN: 'chat+%s@mail.example.com',
        STOA_MAIL_IN_FOREIGN_REPLIES: 'hold',
      },
    });
    server = new MailServer(port);
  });
  beforeEach(async () => {
    organization = await createOrganization(cluster);
    ada = organization.owner;
    rita = await organization.createPerson('Rita');
    channel = await createChannel(ada, [rita]);
    await rita.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await sendToChannel(ada, channel, { topic: 'plans', content: `@**${rita.fullName}** shall we?` });
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(cluster, rita.email);
      return mails.length > 0 && mails;
    });
    to = mail?.replyTo ?? '';
  });
  afterAll(async () => {
    server?.close();
    await cluster?.stop();
  });

  const answer = (text: string) => ({
    from: OTHER_ADDRESS,
    to,
    subject: 'Re: plans',
    text,
    messageId: `<${unique('id').replaceAll(' ', '.')}@private.example>`,
  });
  const messages = async (narrow: object[]): Promise<{ content: string; sender_email: string }[]> => {
    const page = { anchor: 'newest', num_before: 30, num_after: 0, apply_markdown: false, narrow };
    return (await rita.client.succeed('GET', '/messages', page)).messages;
  };
  const told = async () =>
    (await messages([{ operator: 'is', operand: 'dm' }])).filter(({ content }) => content.includes(OTHER_ADDRESS));
  const posted = async () =>
    (await messages([{ operator: 'channel', operand: channel.id }])).map(({ content }) => content);
  const drafts = async () => (await rita.client.succeed('GET', '/drafts')).drafts;
  const files = async (by: Person) => (await by.client.succeed('GET', '/attachments')).attachments;

  it('become a draft of their user, who is told once, and no file of theirs is kept', async () => {
    const mail = {
      ...answer('Yes, @**all**\r\n~~~ quote\r\n[click](https://x.example)'),
      attachments: [{ filename: 'cv.txt', content: 'cv', contentType: 'text/plain' }],
    };
    for (let time = 0; time < 2; time++) expect(await server.send(mail)).toBe('');
    const [notice, ...others] = await told();
    expect(others).toEqual([]);
    expect(notice?.sender_email).toMatch(/^notification-bot@/);
    expect(notice?.content).toMatch(
      /~~~~ text\nYes, @\*\*all\*\*\n~~~ quote\n\[click\]\(https:\/\/x\.example\)\n\ncv\.txt\n~~~~\n/,
    );
    expect(notice?.content).toContain('/#narrow/near/');
    expect(await drafts()).toMatchObject([
      {
        type: 'stream',
        to: [channel.id],
        topic: 'plans',
        content: expect.stringMatching(/^Yes, @\*\*all\*\*[^]*\n\ncv\.txt$/),
      },
    ]);
    expect(await files(rita)).toEqual([]);
    expect((await posted()).join()).not.toContain('Yes');
  });

  it('are shown alone to who shares no drafts', async () => {
    await rita.client.succeed('PATCH', '/settings', { enable_drafts_synchronization: false });
    expect(await server.send(answer('Perhaps'))).toBe('');
    expect((await told())[0]?.content).toContain('write it in the conversation yourself');
    await rita.client.succeed('PATCH', '/settings', { enable_drafts_synchronization: true });
    expect(await drafts()).toEqual([]);
  });

  it('are refused beyond ten in a day, and by mail of the own domain are posted still', async () => {
    for (let count = 1; count <= 10; count++) expect(await server.send(answer(`Answer ${count}`))).toBe('');
    expect(await server.send(answer('One more'))).toMatch(
      /^550 5\.7\.1 Answers must come from the account's mail domain/,
    );
    expect(await told()).toHaveLength(10);
    expect(await server.send({ ...answer('From home'), from: rita.email })).toBe('');
    expect(await posted()).toContain('From home');
  });

  it('that bring a file twice bring it once where they are posted', async () => {
    const attachments = [{ filename: 'plan.txt', content: 'plan', contentType: 'text/plain' }];
    const mail = { ...answer('See this'), from: rita.email, attachments };
    for (let time = 0; time < 2; time++) expect(await server.send(mail)).toBe('');
    expect(await files(rita)).toMatchObject([{ name: 'plan.txt', message_ids: [expect.any(Number)] }]);
    expect((await posted()).filter((content) => content.startsWith('See this'))).toHaveLength(1);
  });
});
