import { TestCluster, eventually, freePort, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { mailsTo } from '../support/mail';
import { MailServer } from '../support/mail-server';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { pathOf, visit } from '../support/pages';
import { Person, unique } from '../support/people';

const STRANGER = 'stranger@elsewhere.example';
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** mail-and-integrations.md 4, from the mail server to the message. */
describe('incoming mail', () => {
  let cluster: TestCluster;
  let server: MailServer;
  let organization: Organization;
  let ada: Person;
  let channel: Channel;

  beforeAll(async () => {
    const port = await freePort();
    cluster = await startCluster({
      env: {
        STOA_MAIL_IN_PORT: String(port),
        STOA_EMAIL_GATEWAY_PATTERN: 'chat+%s@mail.example.com',
        STOA_MAIL_IN_BYTES: '1000000',
      },
    });
    server = new MailServer(port);
  });
  beforeEach(async () => {
    organization = await createOrganization(cluster);
    ada = organization.owner;
    channel = await createChannel(ada);
  });
  afterAll(async () => {
    server?.close();
    await cluster?.stop();
  });

  const addressOf = async (parameters = {}): Promise<string> =>
    (await ada.client.succeed('GET', `/streams/${channel.id}/email_address`, parameters)).email;
  const written = async (
    by: Person = ada,
  ): Promise<{ subject: string; content: string; sender_email: string; sender_id: number }[]> => {
    const page = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
    const narrow = [{ operator: 'channel', operand: channel.id }];
    return (await by.client.succeed('GET', '/messages', { ...page, narrow })).messages;
  };

  it('to a channel becomes a message, with its files, once', async () => {
    const mail = {
      from: `Stranger <${STRANGER}>`,
      to: await addressOf(),
      subject: 'Re: [Fwd: quarterly report]',
      text: 'See @**all** below.\r\n\r\nOn Monday Ada <a@example.com> wrote:\r\n> Send it.\r\n-- \r\nStranger',
      messageId: `<${unique('id').replaceAll(' ', '.')}@elsewhere.example>`,
      attachments: [{ filename: 'report [1].txt', content: 'numbers', contentType: 'text/plain' }],
    };
    expect(await server.send(mail)).toBe('');
    expect(await server.send(mail)).toBe('');
    const messages = (await written()).filter(({ content }) => content.includes('See'));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      subject: 'quarterly report',
      sender_email: expect.stringMatching(/^emailgateway@/),
    });
    const { content } = messages[0]!;
    expect(content).toMatch(
      /^\*\*From:\*\* Stranger <stranger@elsewhere\.example>\n\nSee @\u200b\*\*all\*\* below\.\n\n\[/,
    );
    const file = /\((\/user_uploads\/[^)]+)\)$/.exec(content)?.[1] ?? '';
    const member = await organization.createPerson('Max');
    await member.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    const { url } = await member.client.succeed('GET', file);
    expect(url).toMatch(/^\//);
  });

  it('is posted by whom the address was made for, from HTML as well', async () => {
    const to = await addressOf({ sender_id: ada.userId });
    const html = '<p>Hello <b>you</b>, <a href="https://x.example/">look</a><img src="https://t.example/p.gif"></p>';
    expect(await server.send({ from: STRANGER, to, html })).toBe('');
    expect((await written()).at(-1)).toMatchObject({
      subject: 'Email with no subject',
      sender_id: ada.userId,
      content: expect.stringContaining('Hello **you**, [look](https://x.example/)'),
    });
  });

  it('shows its pictures where they stand', async () => {
    const attachments = [
      { filename: 'plan.png', content: ONE_PIXEL, contentType: 'image/png', cid: 'plan@x' },
      { filename: 'notes.txt', content: 'notes', contentType: 'text/plain' },
    ];
    const html = '<p>Before <img src="cid:plan@x"> after</p>';
    expect(await server.send({ from: STRANGER, to: await addressOf(), html, attachments })).toBe('');
    const link = String.raw`\[plan\.png\]\(\/user_uploads\/[^)]+\)`;
    expect((await written()).at(-1)?.content).toMatch(
      new RegExp(`Before ${link} after\n+\\[notes\\.txt\\]\\(/user_uploads/[^)]+\\)$`),
    );
  });

  it('to addresses that were ended is refused', async () => {
    const max = await organization.createPerson('Max');
    await max.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    const path = `/streams/${channel.id}/email_address`;
    const [own, other] = [await addressOf(), (await max.client.succeed('GET', path)).email];
    await ada.client.succeed('DELETE', path);
    expect(await server.send({ from: STRANGER, to: own, text: 'x' })).toMatch(/^550 5\.1\.1 /);
    expect(await server.send({ from: STRANGER, to: other, text: 'still there' })).toBe('');
    expect(await addressOf()).not.toBe(own);
    const denied = 'You do not have permission to administer this channel.';
    expectError(await max.client.delete(path, { everybody: true }), denied);
    await ada.client.succeed('DELETE', path, { everybody: true });
    expect(await server.send({ from: STRANGER, to: other, text: 'x' })).toMatch(/^550 5\.1\.1 /);
    expectError(await max.client.delete('/streams/999999999/email_address'), 'Invalid channel ID');
  });

  it('to whoever runs the installation is passed on', async () => {
    const subject = unique('A question');
    const mail = {
      from: 'Stranger <stranger@elsewhere.example>',
      to: 'Postmaster@mail.example.com',
      subject,
      text: 'Hello?',
    };
    expect(await server.send({ ...mail, headers: { Precedence: 'bulk' } })).toBe('');
    expect(await server.send(mail)).toBe('');
    const passedOn = (await mailsTo(cluster, 'support@localhost')).filter((sent) => sent.subject.includes(subject));
    expect(passedOn).toMatchObject([{ subject: `[postmaster] ${subject}`, replyTo: STRANGER }]);
    expect(await server.send({ ...mail, to: 'postmaster@other.example.com' })).toMatch(/^550 5\.1\.1 /);
  });

  it('is refused where nobody may post, and at addresses of nobody', async () => {
    const to = await addressOf();
    expect(await server.send({ from: STRANGER, to: 'chat+nobody@mail.example.com', text: 'x' })).toMatch(
      /^550 5\.1\.1 /,
    );
    const guessed = to.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    expect(await server.send({ from: STRANGER, to: guessed, text: 'x' })).toMatch(/^550 5\.1\.1 /);
    expect(await server.send({ from: STRANGER, to, text: 'x'.repeat(1_100_000) })).toMatch(/^552 /);
    const headers = { 'Authentication-Results': 'mx.example; dmarc=fail' };
    expect(await server.send({ from: STRANGER, to, text: 'forged', headers })).toMatch(/^550 5\.7\.1 /);
    expect(await server.send({ from: STRANGER, to, text: 'bounce', envelopeFrom: '' })).toBe('');
    await ada.client.succeed('DELETE', `/streams/${channel.id}`);
    expect(await server.send({ from: STRANGER, to, text: 'x' })).toMatch(/^550 5\.7\.1 /);
    await ada.client.succeed('PATCH', `/streams/${channel.id}`, { is_archived: false });
    const contents = (await written()).map(({ content }) => content).join('\n');
    expect(contents).not.toMatch(/forged|bounce/);
  });

  it('that answers a mail about a message is posted as its reader', async () => {
    const rita = await organization.createPerson('Rita');
    await rita.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await rita.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    await sendToChannel(ada, channel, { topic: 'plans', content: `@**${rita.fullName}** shall we?` });
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(cluster, rita.email);
      return mails.length > 0 && mails;
    });
    const to = mail?.replyTo ?? '';
    expect(mail?.text).toContain('Answer this mail to write in the conversation.');
    const answer = { from: rita.email, to, subject: 'Re: x', text: `@**${ada.fullName}** yes` };
    expect(await server.send({ ...answer, text: 'away', headers: { 'Auto-Submitted': 'auto-replied' } })).toBe('');
    expect(await server.send({ ...answer, from: STRANGER, text: 'not Rita' })).toMatch(/^550 5\.7\.1 /);
    expect(await server.send(answer)).toBe('');
    const messages = await written();
    expect(messages.at(-1)).toMatchObject({
      sender_id: rita.userId,
      subject: 'plans',
      content: `@**${ada.fullName}** yes`,
    });
    expect(messages.map(({ content }) => content).join('\n')).not.toMatch(/away|not Rita/);
    const forged = to.replace(/-[0-9a-f]{32}@/, `-${'0'.repeat(32)}@`);
    expect(await server.send({ ...answer, to: forged })).toMatch(/^550 5\.1\.1 /);
    await ada.client.succeed('DELETE', `/streams/${channel.id}`);
    expect(await server.send({ ...answer, text: 'too late' })).toBe('');
    const told = await eventually(async () => {
      const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
      const narrow = [{ operator: 'is', operand: 'dm' }];
      const { messages: direct } = await rita.client.succeed('GET', '/messages', { ...page, narrow });
      return direct[0]?.content.startsWith('Error sending message to channel') && (direct[0].content as string);
    });
    expect(told).toContain(channel.name);
  });

  it('goes where the message was written directly', async () => {
    const rita = await organization.createPerson('Rita');
    await rita.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await sendDirect(ada, [rita], { content: 'at noon?' });
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(cluster, rita.email);
      return mails.length > 0 && mails;
    });
    expect(await server.send({ from: rita.email, to: mail?.replyTo ?? '', text: 'at one\n> at noon?' })).toBe('');
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
    const narrow = [{ operator: 'dm', operand: [rita.userId] }];
    const { messages } = await ada.client.succeed('GET', '/messages', { ...page, narrow });
    expect(messages[0]).toMatchObject({ content: 'at one', sender_id: rita.userId });
  });

  /** A notice of a mail server or a provider: a part for people, one for programs, and what it is about. */
  const notice = (type: string, fields: string[], about = 'Subject: hi'): string =>
    [
      'From: MAILER-DAEMON@mx.example',
      'Subject: Undelivered Mail',
      `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
      ...['MIME-Version: 1.0', '', '--b', 'Content-Type: text/plain', '', 'Sorry.'],
      ...['--b', `Content-Type: message/${type}`, '', ...fields],
      ...['--b', 'Content-Type: message/rfc822', '', about, '', 'text', '--b--', ''],
    ].join('\r\n');
  const FAILED = [
    'Reporting-MTA: dns; mx.example',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 no',
  ];
  const suspended = async (by: Person) => (await by.client.succeed('GET', '/realm/mail_suspensions')).mail_suspensions;

  it('that says that mails come back ends them, and the user begins them again', async () => {
    const rita = await organization.createPerson('Rita');
    await rita.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    const arrived = (count: number) =>
      eventually(async () => {
        const mails = await mailsTo(cluster, rita.email);
        return mails.length >= count && mails;
      });
    await sendDirect(ada, [rita], { content: 'one' });
    const [first] = await arrived(1);
    const to = first?.envelopeFrom ?? '';
    expect(to).toMatch(/^chat\+bn-.*@mail\.example\.com$/);
    const bounce = { from: '', envelopeFrom: '', raw: notice('delivery-status', FAILED) };
    expect(await server.send({ ...bounce, to })).toBe('');
    expect(await suspended(ada)).toEqual([]);
    await inDatabase(cluster, (database) =>
      database.query(
        'test_bounce_older',
        "UPDATE mail_bounce SET happened_at = now() - interval '2 hours' WHERE user_id = $1",
        [rita.userId],
      ),
    );
    expect(await server.send({ ...bounce, to })).toBe('');
    const [suspension, ...others] = await suspended(ada);
    expect(others).toEqual([]);
    expect(suspension).toMatchObject({ user_id: rita.userId, reason: 'hard', status: '5.1.1' });
    expect(await server.send({ ...bounce, to: to.replace(/[0-9a-f]{32}/, '0'.repeat(32)) })).toMatch(/^550 5\.1\.1 /);

    const told = await eventually(async () => {
      const page = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false };
      const narrow = [{ operator: 'is', operand: 'dm' }];
      const { messages } = await rita.client.succeed('GET', '/messages', { ...page, narrow });
      return messages
        .map(({ content }: { content: string }) => content)
        .find((text: string) => text.includes('/accounts/mail/'));
    });
    expect(told).toContain(`Mails to \`${rita.email}\` come back: the mail server answers 5.1.1.`);
    const linkIn = (text: string) => pathOf(/https?:\/\/[^\s)]+\/accounts\/mail\/[^\s)]+/.exec(text)?.[0] ?? '');
    const { host } = organization;
    const check = linkIn(told ?? '');
    expect((await visit(cluster, host, check)).text).toContain('Send a mail');
    expect((await visit(cluster, host, check, {})).text).toContain(`We have sent a mail to ${rita.email}`);
    const mails = await arrived(2);
    const confirm = linkIn(mails.find(({ subject }) => subject.startsWith('Confirm your address'))?.text ?? '');
    expect((await visit(cluster, host, confirm)).text).toContain('Do you get mails at');
    expect(await suspended(ada)).toHaveLength(1);
    expect((await visit(cluster, host, confirm, {})).text).toContain('sent to');
    expect(await suspended(ada)).toEqual([]);
    expect((await visit(cluster, host, confirm, {})).text).toContain('not valid any more');
    await sendDirect(ada, [rita], { content: 'two' });
    await arrived(3);
  });

  it('that says that a link to a new password comes back counts, and the next link is sent all the same', async () => {
    const rita = await organization.createPerson('Rita');
    const page = organization.anonymous.browser();
    const link = async (count: number) => {
      await page.succeed('POST', '/password_reset', { email: rita.email });
      return eventually(async () => {
        const mails = await mailsTo(cluster, rita.email);
        return mails.length === count && mails[0];
      });
    };
    const bounce = { from: '', envelopeFrom: '', raw: notice('delivery-status', FAILED) };
    for (let count = 1; count <= 2; count++) {
      const to = (await link(count)).envelopeFrom ?? '';
      expect(to).toMatch(/^chat\+bn-.*@mail\.example\.com$/);
      expect(await server.send({ ...bounce, to })).toBe('');
      await inDatabase(cluster, (database) =>
        database.query(
          'test_bounce_older',
          "UPDATE mail_bounce SET happened_at = now() - interval '2 hours' WHERE user_id = $1",
          [rita.userId],
        ),
      );
    }
    expect(await suspended(ada)).toMatchObject([{ user_id: rita.userId, reason: 'hard', status: '5.1.1' }]);
    expect((await link(3)).text).toContain('/accounts/password/reset/');
    const nobody = `nobody-${unique('x').replaceAll(' ', '-')}@elsewhere.example`;
    await page.succeed('POST', '/password_reset', { email: nobody });
    expect(await eventually(async () => (await mailsTo(cluster, nobody))[0])).not.toHaveProperty('envelopeFrom');
  });

  it('that says that an invitation comes back is told to who invited, once until it is sent again', async () => {
    const address = `${unique('invitee').replaceAll(' ', '-')}@elsewhere.example`;
    await ada.client.succeed('POST', '/invites', { invitee_emails: address, stream_ids: [] });
    const mail = async (count: number) =>
      eventually(async () => {
        const mails = await mailsTo(cluster, address);
        return mails.length === count && mails[0];
      });
    const to = (await mail(1)).envelopeFrom ?? '';
    expect(to).toMatch(/^chat\+bi-.*@mail\.example\.com$/);
    const bounce = { from: '', envelopeFrom: '', raw: notice('delivery-status', FAILED) };
    expect(await server.send({ ...bounce, to: to.replace('bi-', 'bn-') })).toMatch(/^550 5\.1\.1 /);
    const told = async (): Promise<string[]> => {
      const page = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
      const narrow = [{ operator: 'is', operand: 'dm' }];
      const { messages } = await ada.client.succeed('GET', '/messages', { ...page, narrow });
      return messages
        .map(({ content }: { content: string }) => content)
        .filter((content: string) => content.includes(`\`${address}\``));
    };
    for (let time = 0; time < 2; time++) expect(await server.send({ ...bounce, to })).toBe('');
    const [first, ...others] = await eventually(async () => {
      const notices = await told();
      return notices.length > 0 && notices;
    });
    expect(others).toEqual([]);
    expect(first).toContain('came back: the mail server answers 5.1.1.');
    const [{ id }] = (await ada.client.succeed('GET', '/invites')).invites;
    await ada.client.succeed('POST', `/invites/${id}/resend`);
    await mail(2);
    expect(await server.send({ ...bounce, to })).toBe('');
    await eventually(async () => (await told()).length === 2);
    const expireIn = (seconds: number) =>
      inDatabase(cluster, (database) =>
        database.query(
          'test_invitation_expires',
          'UPDATE invitation SET returned_at = NULL, expires_at = now() + make_interval(secs => $2::int) WHERE email = $1',
          [address, seconds],
        ),
      );
    await expireIn(-1);
    expect(await server.send({ ...bounce, to })).toMatch(/^550 5\.1\.1 /);
    await expireIn(3_600);
    await ada.client.succeed('DELETE', `/invites/${id}`);
    expect(await server.send({ ...bounce, to })).toMatch(/^550 5\.1\.1 /);
  });

  it('to the address that unsubscribes ends mails of a kind, and of nobody else', async () => {
    const [rita, max] = [await organization.createPerson('Rita'), await organization.createPerson('Max')];
    const addressOfMail = async (person: Person): Promise<string> => {
      await person.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
      await sendDirect(ada, [person], { content: 'one' });
      const [mail] = await eventually(async () => {
        const mails = await mailsTo(cluster, person.email);
        return mails.length > 0 && mails;
      });
      return /<mailto:(\S+)\?subject=unsubscribe>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    };
    const settings = async (person: Person) =>
      (await person.client.succeed('POST', '/register', { event_types: ['user_settings'] })).user_settings;
    const [to, other] = [await addressOfMail(rita), await addressOfMail(max)];
    const mail = { from: STRANGER, subject: 'unsubscribe', text: '' };
    const proof = /[0-9a-f]{32}(?=@)/;
    const foreign = proof.exec(other)?.[0] ?? '';
    for (const forged of [to.replace(proof, '0'.repeat(32)), to.replace(proof, foreign), to.replace('un-m-', 'un-l-')])
      expect(await server.send({ ...mail, to: forged })).toMatch(/^550 5\.1\.1 /);
    const headers = { 'Authentication-Results': 'mx.example; dmarc=fail' };
    expect(await server.send({ ...mail, to, headers })).toMatch(/^550 5\.7\.1 /);
    expect(await server.send({ ...mail, to, envelopeFrom: '' })).toBe('');
    expect((await settings(rita)).enable_offline_email_notifications).toBe(true);
    const automatic = { 'Auto-Submitted': 'auto-generated' };
    for (let time = 0; time < 2; time++)
      expect(await server.send({ ...mail, to, from: rita.email, headers: automatic })).toBe('');
    expect(await settings(rita)).toMatchObject({
      enable_offline_email_notifications: false,
      enable_login_emails: true,
    });
    expect((await settings(max)).enable_offline_email_notifications).toBe(true);
    await ada.client.succeed('DELETE', `/users/${rita.userId}`);
    expect(await server.send({ ...mail, to })).toMatch(/^550 5\.1\.1 /);
  });

  it('that complains of a mail ends them at once, until an administrator begins them again', async () => {
    const rita = await organization.createPerson('Rita');
    await rita.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await sendDirect(ada, [rita], { content: 'one' });
    const [mail] = await eventually(async () => {
      const mails = await mailsTo(cluster, rita.email);
      return mails.length > 0 && mails;
    });
    const about = `Return-Path: <${mail?.envelopeFrom}>\r\nSubject: hi`;
    const raw = notice('feedback-report', ['Feedback-Type: abuse', 'User-Agent: provider/1', 'Version: 1'], about);
    const complaint = { from: 'fbl@provider.example', to: 'chat+complaints@mail.example.com' };
    expect(await server.send({ ...complaint, text: 'You are awful.' })).toBe('');
    expect(await suspended(ada)).toEqual([]);
    expect(await server.send({ ...complaint, raw })).toBe('');
    expect(await suspended(ada)).toMatchObject([{ user_id: rita.userId, reason: 'complaint', status: '' }]);
    const path = `/realm/mail_suspensions/${rita.userId}`;
    const refused = ['Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }] as const;
    expectError(await rita.client.get('/realm/mail_suspensions'), ...refused);
    expectError(await rita.client.delete(path), ...refused);
    await ada.client.succeed('DELETE', path);
    expectError(await ada.client.delete(path), 'Mails to this user are not suspended');
    expect(await suspended(ada)).toEqual([]);
  });
});
