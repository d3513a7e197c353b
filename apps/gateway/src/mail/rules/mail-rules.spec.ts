import { isAutomatic, isAutomaticAnswer, isForged, isOfLoop } from './automatic-mail';
import { mailBody } from './mail-body';

const OPTIONS = { showsFrom: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
const origin = (lines: Record<string, string>, envelopeFrom = 'ada@example.com') => ({
  envelopeFrom,
  header: new Map(Object.entries(lines)),
});

describe('what a mail says', () => {
  const mail = { subject: 'Re: x', text: 'Yes.\n-- \nAda', htmlAsMarkdown: '**Yes.**' };

  it('is its text, or what its HTML says', () => {
    expect(mailBody(mail, OPTIONS)).toBe('Yes.');
    expect(mailBody(mail, { ...OPTIONS, prefersHtml: true })).toBe('**Yes.**');
    expect(mailBody({ ...mail, text: ' \r\n' }, OPTIONS)).toBe('**Yes.**');
    expect(mailBody({ ...mail, htmlAsMarkdown: '' }, { ...OPTIONS, prefersHtml: true })).toBe('Yes.');
    expect(mailBody({ ...mail, text: '', htmlAsMarkdown: '' }, OPTIONS)).toBe('');
  });

  it('has signature and quotes where they are wanted, or passed on', () => {
    const text = 'Yes.\n> Shall we?\n-- \nAda';
    expect(mailBody({ ...mail, text }, { ...OPTIONS, keepsFooter: true })).toContain('-- \nAda'.replace(' ', ''));
    expect(mailBody({ ...mail, text: 'Yes.\n> Shall we?' }, OPTIONS)).toBe('Yes.');
    expect(mailBody({ ...mail, text: 'Yes.\n> Shall we?' }, { ...OPTIONS, keepsQuotes: true })).toContain('Shall we?');
    expect(mailBody({ ...mail, subject: 'Fwd: x', text: 'Look:\n> Shall we?' }, OPTIONS)).toContain('Shall we?');
  });

  it('is no code because it is indented, and can be stored', () => {
    expect(mailBody({ ...mail, text: 'a\n        b\n\tc\n  d\u0000' }, OPTIONS)).toBe('a\n   b\n   c\n  d');
  });
});

describe('mails of programs', () => {
  it.each([
    [{}, false],
    [{ 'auto-submitted': 'no' }, false],
    [{ 'auto-submitted': 'auto-replied (vacation)' }, true],
    [{ 'auto-submitted': 'Auto-Generated' }, true],
    [{ precedence: 'Bulk' }, true],
    [{ precedence: 'auto_reply' }, true],
    [{ precedence: 'first-class' }, false],
    [{ 'x-autoreply': 'yes' }, true],
  ])('%j: %s', (lines, expected) => {
    expect(isAutomatic(origin(lines))).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ 'auto-submitted': 'auto-generated' }, false],
    [{ precedence: 'bulk' }, false],
    [{ 'auto-submitted': 'auto-replied' }, false],
    [{ 'auto-submitted': 'auto-replied; owner-email="ada@example.com"' }, false],
    [{ 'auto-submitted': 'Auto-Replied (vacation)' }, true],
    [{ 'auto-submitted': 'auto-replied (zimbra; vacation)' }, true],
    [{ 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' }, false],
    [{ precedence: 'auto_reply' }, true],
    [{ 'x-autorespond': 'yes' }, true],
    [{ 'auto-submitted': 'auto-generated', 'x-ms-exchange-generated-message-source': 'Mailbox Rules Agent' }, true],
    [{ 'x-ms-exchange-generated-message-source': 'Mailbox Rules Agent' }, false],
  ])('answer in somebody’s absence with %j: %s', (lines, expected) => {
    expect(isAutomaticAnswer(origin(lines))).toBe(expected);
  });

  it('are notices of mail servers', () => {
    expect(isAutomatic(origin({}, ''))).toBe(true);
    expect(isOfLoop(origin({}, ''), 'chat.example')).toBe(true);
  });

  it.each([
    ['Acme <acme.chat.example>', true],
    ['Root <chat.example>', true],
    ['Team <team.lists.example>', false],
    ['Fake <evilchat.example>', false],
    ['', false],
  ])('of the list %j go round: %s', (list, expected) => {
    expect(isOfLoop(origin({ 'list-id': list }), 'chat.example:9991')).toBe(expected);
  });

  it('are forged where the relay says so', () => {
    expect(isForged(origin({ 'authentication-results': 'mx; spf=pass; dmarc=fail (p=reject)' }))).toBe(true);
    expect(isForged(origin({ 'authentication-results': 'mx; dmarc=pass' }))).toBe(false);
    expect(isForged(origin({}))).toBe(false);
  });
});
