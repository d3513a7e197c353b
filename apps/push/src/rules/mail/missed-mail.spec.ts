import type { MailChannelConversation, MailDirectConversation } from './facts';
import { writeMissedMail } from './missed-mail';
import { DIRECT, sampleMailMessage, sampleMissedMail } from './sample-mail';

const channel = (topic: string): MailChannelConversation => ({
  type: 'channel',
  channelId: 5,
  channelName: 'ops',
  topic,
});
const group = (size: number): MailDirectConversation => ({
  type: 'direct',
  participants: Array.from({ length: size }, (_, index) => ({ userId: 10 + index, fullName: `P${index}` })),
});
const rootOf = (mail: ReturnType<typeof writeMissedMail>) => mail.headers.References;

describe('mails about missed messages', () => {
  it.each([
    ['a topic', channel('big deploy'), 'en', '#ops > big deploy'],
    ['a resolved topic', channel('✔ big deploy'), 'en', '[resolved] #ops > big deploy'],
    ['a resolved topic in German', channel('✔ big deploy'), 'de', '[erledigt] #ops > big deploy'],
    ['the topic without a name', channel(''), 'en', '#ops > general chat'],
    ['a conversation of two', DIRECT, 'en', 'DMs with Bo'],
    ['of three', group(3), 'en', 'Group DMs with P1 and P2'],
    ['of four', group(4), 'en', 'Group DMs with P1, P2, and P3'],
    ['of five', group(5), 'en', 'Group DMs with P1, P2, and 2 others'],
    ['with oneself', { type: 'direct', participants: [{ userId: 10, fullName: 'Ada' }] } as const, 'en', 'DMs with '],
  ])('have a subject: %s', (_name, conversation, language, subject) => {
    expect(writeMissedMail(sampleMissedMail({ conversation, recipient: { language } })).subject).toBe(subject);
  });

  it('name the organization where it is wanted', () => {
    const { subject } = writeMissedMail(sampleMissedMail({ recipient: { namesRealm: true } }));
    expect(subject).toBe('#ops > big deploy [Acme]');
  });

  it('refer to their conversation, the same for all readers, languages and states of the topic', () => {
    const root = rootOf(writeMissedMail(sampleMissedMail()));
    expect(root).toMatch(/^<conv\.channel\.[0-9a-f]{32}@acme\.example>$/);
    for (const other of [
      sampleMissedMail({ conversation: channel('✔ Big Deploy'), recipient: { userId: 11, language: 'de' } }),
      sampleMissedMail({ mailId: 'another', recipient: { namesRealm: true } }),
    ]) {
      const { headers } = writeMissedMail(other);
      expect(headers.References).toBe(root);
      expect(headers['In-Reply-To']).toBe(root);
    }
    const general = (language: string) =>
      rootOf(writeMissedMail(sampleMissedMail({ conversation: channel(''), recipient: { language } })));
    expect(general('de')).toBe(general('en'));
    expect(rootOf(writeMissedMail(sampleMissedMail({ conversation: channel('other') })))).not.toBe(root);
    const realm = { realmId: 3, name: 'B', url: 'https://acme.example', host: 'acme.example', installation: 'Stoa' };
    expect(rootOf(writeMissedMail(sampleMissedMail({ realm })))).not.toBe(root);
  });

  it('refer to what their conversation was called before, too', () => {
    const [before, other] = ['small deploy', 'other'].map((topic) =>
      rootOf(writeMissedMail(sampleMissedMail({ conversation: channel(topic) }))),
    );
    const now = rootOf(writeMissedMail(sampleMissedMail()));
    const places = ['other', 'small deploy', '✔ Small deploy', 'Big Deploy'].map((topic) => ({ channelId: 5, topic }));
    const { headers } = writeMissedMail(sampleMissedMail({ earlierPlaces: places }));
    expect(headers).toMatchObject({ References: `${other} ${before} ${now}`, 'In-Reply-To': now });
    const often = Array.from({ length: 9 }, (_, index) => ({ channelId: 5, topic: `t${index}` }));
    expect(rootOf(writeMissedMail(sampleMissedMail({ earlierPlaces: often })))?.split(' ')).toHaveLength(5);
  });

  it('can be answered where there is incoming mail, and where they show what was written', () => {
    const replyTo = 'chat+mm-a-7-fi8-0@example.com';
    const answerable = writeMissedMail(sampleMissedMail({ replyTo }));
    expect(answerable.replyTo).toBe(replyTo);
    for (const part of [answerable.text, answerable.html]) {
      expect(part).toContain('Answer this mail to write in the conversation.');
      expect(part).not.toContain('Do not reply');
    }
    for (const mail of [sampleMissedMail(), sampleMissedMail({ replyTo, hiddenBy: 'user' })]) {
      const written = writeMissedMail(mail);
      expect(written).not.toHaveProperty('replyTo');
      expect(written.text).toContain('Do not reply to this mail');
    }
  });

  it('have an id of their own, which a repetition has again', () => {
    const { messageId } = writeMissedMail(sampleMissedMail());
    expect(messageId).toBe('6f9619ff-8b86-d011-b42d-00c04fc964ff@acme.example');
    expect(writeMissedMail(sampleMissedMail()).messageId).toBe(messageId);
    const realm = {
      realmId: 2,
      name: 'Acme',
      url: 'http://acme.localhost:9991',
      host: 'acme.localhost:9991',
      installation: 'Stoa',
    };
    expect(writeMissedMail(sampleMissedMail({ realm })).messageId).toMatch(/@acme\.localhost$/);
  });

  it('end with one click', () => {
    const { headers } = writeMissedMail(sampleMissedMail());
    expect(headers).toMatchObject({
      'List-Unsubscribe':
        '<https://acme.example/accounts/unsubscribe/missed_messages/a-1>, ' +
        '<mailto:un-m-a-1@mail.acme.example?subject=unsubscribe>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('quote Markdown in the text, and name the sender at the first of a run', () => {
    const messages = [
      sampleMailMessage({ senderName: 'Cy', content: 'before', cause: null }),
      sampleMailMessage({ content: 'one\n\ntwo' }),
      sampleMailMessage({ messageId: 8, content: 'three' }),
    ];
    const { text } = writeMissedMail(sampleMissedMail({ messages }));
    expect(text).toContain('Cy:\n> before\n\nBo:\n> one\n>\n> two\n\n> three\n\n');
    expect(text).toContain(
      'Open the conversation in Acme: https://acme.example/#narrow/channel/5-ops/topic/big.20deploy/near/7',
    );
    expect(text).toContain('You get this mail because you were mentioned.');
    expect(text).toContain('Notification settings: https://acme.example/#settings/notifications');
  });

  it('do not name the sender of a direct message in the text, as the subject does', () => {
    const message = sampleMailMessage({ cause: { trigger: 'direct_message', mentionedGroup: null } });
    const { text } = writeMissedMail(sampleMissedMail({ conversation: DIRECT, messages: [message] }));
    expect(text).toMatch(/^> Hello \*\*Ada\*\*\n/);
    expect(text).toContain('https://acme.example/#narrow/dm/10,11/near/7');
  });

  it('show times in the zone and the way of the reader', () => {
    const html = (recipient: Parameters<typeof sampleMissedMail>[0]) =>
      writeMissedMail(sampleMissedMail(recipient)).html;
    expect(html({})).toContain('Nov 25, 2026, 22:05');
    expect(html({ recipient: { timezone: '', usesTwentyFourHours: false } })).toMatch(/9:05\sPM/);
    expect(html({ recipient: { language: 'de', timezone: 'Asia/Tokyo' } })).toContain('26.11.2026, 06:05');
    expect(html({ recipient: { language: 'xx_YY', timezone: 'Mars/Olympus' } })).toContain('21:05');
  });

  it.each(['organization', 'user'] as const)('say nothing of who wrote what where if the %s wants that', (hiddenBy) => {
    const mail = writeMissedMail(sampleMissedMail({ hiddenBy }));
    expect(mail.subject).toBe('New messages');
    const all = JSON.stringify(mail);
    for (const secret of ['Bo', 'Hello', 'ops', 'deploy', 'conv.', 'narrow', '"References"']) {
      expect(all).not.toContain(secret);
    }
    expect(mail.text).toContain(hiddenBy === 'user' ? 'in your settings' : 'your organization has');
  });

  it('escape names', () => {
    const message = sampleMailMessage({ senderName: '<script>' });
    const conversation = { ...channel('<b>'), channelName: '</title>' };
    const { html } = writeMissedMail(sampleMissedMail({ conversation, messages: [message] }));
    expect(html).not.toMatch(/<script>|<b>|<\/title>.*<\/title>/);
  });

  it('stay below what mail programs show, and say what they leave out', () => {
    const renderedContent = `<p>${'word '.repeat(1_800)}</p>`;
    const messages = Array.from({ length: 30 }, (_, index) => sampleMailMessage({ messageId: index, renderedContent }));
    const { html, text } = writeMissedMail(sampleMissedMail({ messages }));
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(text).toMatch(/\d+ more messages do not fit into this mail\./);
    const one = writeMissedMail(
      sampleMissedMail({ messages: [sampleMailMessage({ renderedContent: '<p>x</p>'.repeat(20_000) })] }),
    );
    expect(Buffer.byteLength(one.html)).toBeLessThan(100_000);
    expect(one.text).toContain('One more message does not fit into this mail.');
  });

  it.each([
    ['mentioned', { groupId: 1, name: 'support' }, 'because @support was mentioned'],
    ['topic_wildcard_mentioned', null, 'all participants of #ops > big deploy'],
    ['stream_wildcard_mentioned', null, 'everyone was mentioned in #ops'],
    ['topic_wildcard_mentioned_in_followed_topic', null, 'a topic that you follow'],
    ['stream_wildcard_mentioned_in_followed_topic', null, 'a topic that you follow'],
    ['followed_topic_email_notify', null, 'you follow this topic'],
    ['stream_email_notify', null, 'mails about this channel'],
    ['direct_message', null, 'a direct message to you'],
  ] as const)('say why they come: %s', (trigger, mentionedGroup, reason) => {
    const messages = [
      sampleMailMessage({ cause: { trigger: 'stream_email_notify', mentionedGroup: null } }),
      sampleMailMessage({ cause: { trigger, mentionedGroup } }),
    ];
    expect(writeMissedMail(sampleMissedMail({ messages })).text).toContain(reason);
  });
});
