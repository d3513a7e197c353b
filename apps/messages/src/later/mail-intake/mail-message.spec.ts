import { textsIn } from '@stoa/texts';
import { type MailText, bareSubject, heldNotice, mailContent, mailTopic } from './mail-message';

const write = textsIn('en');
const MAIL: MailText = {
  from: { name: 'Ada', address: 'ada@example.com' },
  showsFrom: false,
  subject: 'Plans',
  body: 'Hello',
  links: [],
};
const RULES = { hasTopics: true, mayMention: false, write };

describe('the topic of a mail', () => {
  it.each([
    ['Plans', 'Plans'],
    ['Re: Plans', 'Plans'],
    ['RE: AW: sv: Fwd: Plans', 'Plans'],
    ['Re[2]: Plans', 'Plans'],
    ['Antw.: Plans', 'Antw.: Plans'],
    ['[Fwd: Plans]', 'Plans'],
    ['[team] Plans', '[team] Plans'],
    ['Re: [team] Plans', '[team] Plans'],
    ['回复：计划', '计划'],
    ['Regarding: Plans', 'Regarding: Plans'],
    ['Plans\u0000\u2028 b', 'Plans b'],
    ['re:', ''],
    ['', ''],
  ])('%j is %j', (subject, expected) => {
    expect(bareSubject(subject)).toBe(expected);
  });

  it('is never empty, and fits', () => {
    expect(mailTopic('Re: ', write)).toBe('Email with no subject');
    expect([...mailTopic('😀'.repeat(70), write)]).toHaveLength(60);
    expect(mailTopic('x'.repeat(60), write)).toBe('x'.repeat(60));
  });

  it('takes time in proportion to the subject', () => {
    const begun = performance.now();
    bareSubject(`${'re: '.repeat(20_000)}${' '.repeat(50_000)}x`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('the message of a mail', () => {
  it('leaves room for what was said, however long the name of its sender is', () => {
    const from = { name: 'N'.repeat(20_000), address: 'n@example.com' };
    const content = mailContent({ ...MAIL, from, showsFrom: true, body: 'What was said.' }, RULES);
    expect(content.length).toBeLessThan(500);
    expect(content).toContain('What was said.');
  });

  it('says who wrote it, if that is wanted, and mentions nobody', () => {
    const from = { name: '@**all** [x](y)\u0000', address: 'ada@example.com' };
    const content = mailContent({ ...MAIL, from, showsFrom: true, body: 'Hi @**Bob**, @_**Eve**, @*team*' }, RULES);
    expect(content).toMatch(/^\*\*From:\*\* .*<ada@example.com>\n\nHi /);
    expect(content).not.toMatch(/@_?\*/);
    expect(content).not.toMatch(/\]\(|\u0000/);
  });

  it('mentions whom its author names in an answer', () => {
    expect(mailContent({ ...MAIL, body: 'Hi @**Bob**' }, { ...RULES, mayMention: true })).toBe('Hi @**Bob**');
  });

  it('has the subject where there are no topics', () => {
    expect(mailContent({ ...MAIL, subject: 'Re: Plans' }, { ...RULES, hasTopics: false })).toBe(
      '**Subject:** Plans\n\nHello',
    );
  });

  it('says that a mail says nothing', () => {
    expect(mailContent({ ...MAIL, body: ' \n' }, RULES)).toBe('(No email body)');
    expect(mailContent({ ...MAIL, body: '', links: ['[a](/user_uploads/a)'] }, RULES)).toBe('[a](/user_uploads/a)');
  });

  it('is cut so that the links of what is attached fit', () => {
    const links = ['[a](/user_uploads/a)', '[b](/user_uploads/b)'];
    const content = mailContent({ ...MAIL, body: '😀'.repeat(11_000), links }, RULES);
    expect([...content]).toHaveLength(10_000);
    expect(content).toMatch(/\n\[message truncated\]\n\n\[a\]\(\/user_uploads\/a\)\n\[b\]\(\/user_uploads\/b\)$/);
  });

  it('has room for text, however many links there are', () => {
    const links = Array.from({ length: 400 }, (_, index) => `[${index}](/user_uploads/${'x'.repeat(40)})`);
    const content = mailContent({ ...MAIL, body: 'y'.repeat(9_000), links }, RULES);
    expect(content.length).toBeLessThanOrEqual(10_000);
    expect(content.startsWith('y'.repeat(4_000))).toBe(true);
  });
});

describe('the notice about an answer that waits', () => {
  const answer = {
    from: 'a`b\n@x.example',
    url: 'https://acme.example/#narrow/near/1',
    content: 'Yes',
    isDrafted: true,
  };

  it('shows whose it claims to be as code of one line', () => {
    expect(heldNotice(answer, write)).toMatch(
      /^`ab@x\.example` answered [^]*\n~~~ text\nYes\n~~~\n\n.*from your drafts/,
    );
    expect(heldNotice({ ...answer, isDrafted: false }, write)).toContain('write it in the conversation yourself');
  });

  it('is whole however long the stranger’s address and answer are', () => {
    const notice = heldNotice({ ...answer, from: 'x'.repeat(20_000), content: '~'.repeat(20_000) }, write);
    expect(notice).toContain(`\`${'x'.repeat(319)}…\` answered`);
    expect(notice).toMatch(/do not pass such mails on\.$/);
    expect(notice.length).toBeLessThan(5_000);
  });
});
