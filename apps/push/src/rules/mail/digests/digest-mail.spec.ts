import { sampleMissedMail } from '../sample-mail';
import { type DigestMail, writeDigest } from './digest-mail';
import { sampleDigest } from './sample-digest';

describe('a digest', () => {
  const { realm } = sampleMissedMail();
  const shown = (over: Partial<DigestMail> = {}, language = 'en') => writeDigest(sampleDigest(over, { language }));

  it('tells what was written, where, by whom, and how much more', () => {
    const { subject, text, html, headers, fromName } = shown();
    expect(fromName).toBe('Stoa digest');
    expect(subject).toBe(`Digest of ${realm.name}`);
    expect(text).toContain('#ops > big deploy\nhttps://acme.example/#narrow/channel/5-ops/topic/big.20deploy/near/7');
    expect(text).toContain('Bo, Cleo and 3 others');
    expect(text).toContain('Bo:\n> Hello **Ada**');
    expect(text).toContain('and 11 more messages');
    expect(text).toContain('* #new plans: https://acme.example/#narrow/channel/9-new-plans');
    expect(html).toContain('Hello <strong>Ada</strong>');
    expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  });

  it('is in the language of its reader, with their clock', () => {
    const { subject, html } = shown({}, 'de');
    expect(subject).toBe(`Zusammenfassung von ${realm.name}`);
    expect(html).toContain('25.11.2026, 22:05');
  });

  it('tells only how much there is where contents are hidden', () => {
    for (const hiddenBy of ['organization', 'user'] as const) {
      const { subject, text, html } = shown({ hiddenBy });
      expect(text).toContain('40 messages in 6 topics');
      expect(text).toContain('1 new channel');
      expect(`${subject}${text}${html}`).not.toMatch(/Bo|Cleo|ops|deploy|Hello|new plans/);
    }
  });

  it('leaves long messages out, and stays below what programs show', () => {
    const [topic] = sampleDigest().topics;
    const long = { ...topic!.samples[0]!, renderedContent: `<p>${'long '.repeat(5_000)}</p>` };
    const { html, text } = shown({ topics: Array.from({ length: 4 }, () => ({ ...topic!, samples: [long, long] })) });
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    expect(text).not.toContain('Hello');
  });

  it('shows names as text', () => {
    const [topic] = sampleDigest().topics;
    const conversation = { ...topic!.conversation, topic: '<b>x</b>' };
    const { html } = shown({ topics: [{ ...topic!, conversation, names: ['<i>Bo</i>'] }] });
    expect(html).not.toMatch(/<b>|<i>/);
  });
});
