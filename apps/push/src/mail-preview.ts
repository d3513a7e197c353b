import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TEXT_LANGUAGES } from '@stoa/texts';
import { writeAccountMail } from './rules/mail/account-mail';
import { writeDigest } from './rules/mail/digests/digest-mail';
import { sampleDigest } from './rules/mail/digests/sample-digest';
import type { MissedMail } from './rules/mail/facts';
import { writeMissedMail } from './rules/mail/missed-mail';
import { DIRECT, sampleMailMessage, sampleMissedMail } from './rules/mail/sample-mail';
import type { WrittenMail } from './rules/mail/written-mail';

const EVERYTHING = sampleMailMessage({
  messageId: 9,
  senderName: 'Cleo',
  content: [
    '@**Ada** the deploy is ready :tada: see [the plan](https://plan.example/7)',
    '```quote\nIs the **migration** in?\n```',
    '* database\n* `stoa migrate`\n\n| step | who |\n|---|---|\n| one | Bo |',
    '```js\nconst answer = 42;\n```\n$$x^2$$ at <time:2026-11-25T18:00:00Z>',
    '```spoiler The end\nHe dies.\n```',
  ].join('\n\n'),
  renderedContent:
    '<p><span class="user-mention" data-user-id="10">@Ada</span> the deploy is ready ' +
    '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> see ' +
    '<a href="https://plan.example/7">the plan</a></p>' +
    '<blockquote><p>Is the <strong>migration</strong> in?</p></blockquote>' +
    '<ul><li>database</li><li><code>stoa migrate</code></li></ul>' +
    '<table><thead><tr><th>step</th><th>who</th></tr></thead><tbody><tr><td>one</td><td>Bo</td></tr></tbody></table>' +
    '<div class="codehilite"><pre><code>const answer = 42;\n</code></pre></div>' +
    '<p><span class="katex"><annotation encoding="application/x-tex">x^2</annotation></span> at ' +
    '<time datetime="2026-11-25T18:00:00Z">2026-11-25T18:00:00Z</time></p>' +
    '<div class="spoiler-block"><div class="spoiler-header"><p>The end</p></div>' +
    '<div class="spoiler-content"><p>He dies.</p></div></div>',
});
const CONTEXT = sampleMailMessage({
  messageId: 5,
  content: 'Shall we deploy today?',
  renderedContent: '<p>Shall we deploy today?</p>',
  cause: null,
});
const LONG = Array.from({ length: 60 }, (_, index) =>
  sampleMailMessage({ messageId: index, renderedContent: `<p>${'A long story. '.repeat(150)}</p>` }),
);

const MISSED: Readonly<Record<string, Partial<MissedMail>>> = {
  'missed-mention': { messages: [CONTEXT, EVERYTHING] },
  'missed-direct': {
    conversation: DIRECT,
    messages: [sampleMailMessage({ cause: { trigger: 'direct_message', mentionedGroup: null } })],
  },
  'missed-answerable': { replyTo: 'chat+mm-a-7-fi8-0123456789abcdef@example.com' },
  'missed-too-much': { messages: LONG },
  'missed-hidden-by-organization': { hiddenBy: 'organization' },
  'missed-hidden-by-user': { hiddenBy: 'user' },
};

const DIGEST_TOPICS = [
  ...sampleDigest().topics,
  {
    conversation: { type: 'channel', channelId: 6, channelName: 'design', topic: '' },
    messages: 2,
    names: ['Cleo'],
    people: 1,
    samples: [EVERYTHING, CONTEXT],
  },
] as const;

/** One of each mail that this service writes. */
function examples(language: string): Record<string, WrittenMail> {
  const missed = Object.entries(MISSED).map(([name, { recipient: _, ...over }]) => {
    return [name, writeMissedMail(sampleMissedMail({ ...over, recipient: { language } }))] as const;
  });
  const { mailId, happenedAtMs, realm, recipient, ways } = sampleMissedMail({ recipient: { language } });
  const base = { mailId, happenedAtMs, realm, recipient, ways: null, confirmUrl: null, welcomeSender: null };
  const facts = { client: 'Firefox on Linux', ipAddress: '203.0.113.7', atMs: happenedAtMs };
  return {
    ...Object.fromEntries(missed),
    'new-login': writeAccountMail({ ...base, kind: 'new_login', facts, ways }),
    welcome: writeAccountMail({ ...base, kind: 'welcome', facts: {} }),
    'welcome-directory': writeAccountMail({
      ...base,
      kind: 'welcome',
      facts: { directoryLogin: 'ada' },
      welcomeSender: { name: 'Cleo of Acme', address: 'cleo@example.com' },
    }),
    'onboarding-topics': writeAccountMail({ ...base, kind: 'onboarding_topics', facts: {}, ways }),
    'onboarding-guide': writeAccountMail({ ...base, kind: 'onboarding_guide', facts: {}, ways }),
    'onboarding-team': writeAccountMail({ ...base, kind: 'onboarding_team', facts: {}, ways }),
    digest: writeDigest(sampleDigest({ topics: [...DIGEST_TOPICS] }, { language })),
    'digest-hidden': writeDigest(sampleDigest({ hiddenBy: 'user' }, { language })),
    'address-changed': writeAccountMail({
      ...base,
      kind: 'address_changed',
      facts: { oldAddress: recipient.address, newAddress: 'ada.lovelace@example.com' },
    }),
    'address-check': writeAccountMail({
      ...base,
      kind: 'address_check',
      facts: { sinceMs: happenedAtMs },
      confirmUrl: 'https://acme.example/accounts/mail/confirm/a-1',
    }),
  };
}

/** `node dist/apps/push/src/mail-preview.js [folder]`: writes an example of each mail, as HTML and as text. */
function main(): void {
  const folder = path.resolve(process.argv[2] ?? path.join('.stoa', 'mail-preview'));
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const language of TEXT_LANGUAGES) {
    for (const [name, { subject, text, html }] of Object.entries(examples(language))) {
      writeFileSync(path.join(folder, `${name}.${language}.html`), html);
      writeFileSync(path.join(folder, `${name}.${language}.txt`), `${subject}\n\n${text}\n`);
      count++;
    }
  }
  process.stdout.write(`wrote ${count} mails to ${folder}\n`);
}

main();
