/**
 * What the people of the demo organization have said to each other, so that a first look finds a place that is lived in.
 * Names are those of `PEOPLE` and of the accounts that the seed makes; a message may carry a `picture`, `reactions` by
 * name of the emoji, and `votes` of a poll by index of the option.
 */

/** Besides the accounts of the seed. */
export const PEOPLE = [
  'Amara Okafor',
  'Ben Fischer',
  'Chiara Rossi',
  'Dev Patel',
  'Elif Yilmaz',
  'Hugo Martin',
  'Noor Haddad',
  'Yuki Tanaka',
];

export const FOLDERS = [
  { name: 'Product', description: 'What we build' },
  { name: 'Company', description: 'How we work together' },
];

/** `folder` is a name of {@link FOLDERS}; channels that the seed has made are put into theirs. */
export const CHANNELS = [
  { name: 'design', folder: 'Product' },
  { name: 'engineering', folder: 'Product', description: 'Code, services, and what keeps them up' },
  { name: 'support', folder: 'Product', description: 'What people ask us, and what we answer' },
  { name: 'general', folder: 'Company' },
  { name: 'social', folder: 'Company', description: 'Lunch, hikes, pictures of cats' },
];

const code = (language, ...lines) => ['```' + language, ...lines, '```'].join('\n');

/** Topics in the order in which they began; those with `isOld` have been read by everybody. */
export const TOPICS = [
  {
    channel: 'general',
    topic: 'welcome',
    isOld: true,
    messages: [
      {
        by: 'Olga Owner',
        text: 'Welcome, everybody! :wave: This is our new home. Have a look around, and ask anything in #**stoa**.',
      },
      {
        by: 'Amara Okafor',
        text: 'Hello from Lagos! Topics are a joy: I read what concerns me and skip the rest.',
        reactions: { heart: ['Olga Owner', 'Ben Fischer', 'Mia Member'] },
      },
      {
        by: 'Hugo Martin',
        text: 'Press `?` for the keys. `n` brings you to the next unread topic, which is how I read everything in ten minutes.',
        reactions: { bulb: ['Max Member', 'Dev Patel'], '+1': ['Noor Haddad'] },
      },
    ],
  },
  {
    channel: 'design',
    topic: 'new logo',
    messages: [
      {
        by: 'Chiara Rossi',
        text: 'Here is the third draft. Fewer columns, more air between them:',
        picture: 'logo',
        reactions: { tada: ['Olga Owner', 'Yuki Tanaka', 'Elif Yilmaz'], heart: ['Mia Member'] },
      },
      { by: 'Yuki Tanaka', text: 'Much better at small sizes. Does it hold up in one colour?' },
      { by: 'Chiara Rossi', text: 'It does; the roof carries it. I will put both versions into the handbook.' },
      { by: 'Olga Owner', text: '@**Max Member** please use this one for the poster. Which colour do we take?' },
      {
        by: 'Mona Moderator',
        text: '/poll Which colour?\nIndigo\nTerracotta\nSea green',
        votes: { 'Chiara Rossi': 0, 'Yuki Tanaka': 0, 'Olga Owner': 1, 'Elif Yilmaz': 0, 'Mia Member': 2 },
      },
    ],
  },
  {
    channel: 'design',
    topic: 'dark theme',
    isOld: true,
    messages: [
      {
        by: 'Yuki Tanaka',
        text: 'Contrast of secondary text on the dark background is 4.1 : 1, we need 4.5.\n\n| colour | on | contrast |\n| --- | --- | ---: |\n| `#8a8f98` | `#17191c` | 4.1 |\n| `#9aa0aa` | `#17191c` | 5.4 |',
      },
      {
        by: 'Dev Patel',
        text: 'Changed to the second one, it is out since this morning.',
        reactions: { check: ['Yuki Tanaka'] },
      },
    ],
  },
  {
    channel: 'engineering',
    topic: '✔ slow search on Mondays',
    isOld: true,
    messages: [
      { by: 'Dev Patel', text: 'Found it: the index was not used when the phrase began with a stop word.' },
      {
        by: 'Ben Fischer',
        text: 'p99 before and after:',
        picture: 'chart',
        reactions: { rocket: ['Dev Patel', 'Amara Okafor', 'Adam Administrator'] },
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'retries without duplicates',
    messages: [
      {
        by: 'Ben Fischer',
        text:
          'How do we make sure that a retry does not send a message twice? My proposal: the client makes a key, and the service remembers it for a day.\n\n' +
          code(
            'ts',
            'async function deliver(message: Outgoing): Promise<void> {',
            "  const headers = { 'Idempotency-Key': message.key };",
            '  await retried(() => call(sendMessage, message, { headers }));',
            '}',
          ),
      },
      {
        by: 'Elif Yilmaz',
        text:
          'With $$n$$ attempts that each fail with probability $$p$$, all of them fail with\n\n' +
          code('math', 'P(\\text{lost}) = p^n, \\qquad n \\ge \\frac{\\ln \\varepsilon}{\\ln p}') +
          '\n\nso five tries are plenty on anything but a train.',
        reactions: { brain: ['Ben Fischer', 'Hugo Martin'] },
      },
      {
        by: 'Amara Okafor',
        text: '> the service remembers it for a day\n\nAnd after that day? The client should give up and say so.',
      },
      {
        by: 'Ben Fischer',
        text: 'Agreed. **Never twice** comes before **always at once**.',
        reactions: { '+1': ['Amara Okafor', 'Elif Yilmaz', 'Dev Patel'] },
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'release on Thursday',
    messages: [
      {
        by: 'Adam Administrator',
        text: 'What is left:\n\n1. Translations (@**Elif Yilmaz**)\n2. Upgrade notes (@**Hugo Martin**)\n3. A rolling restart in the test cluster',
      },
      {
        by: 'Hugo Martin',
        text: 'Notes are done. @**Mia Member**, can you read them once with the eyes of somebody who was not there?',
      },
      {
        by: 'Elif Yilmaz',
        text: 'German and Turkish are complete.',
        reactions: { check: ['Adam Administrator'] },
      },
    ],
  },
  {
    channel: 'support',
    topic: 'file too large',
    messages: [
      { by: 'Noor Haddad', text: 'A customer wants to send a video of 400 MB. What do I tell them?' },
      { by: 'Dev Patel', text: 'The limit is a setting of the organization. For now: a link to their own storage.' },
      {
        by: 'Noor Haddad',
        text: 'Thank you, that helped.\n\n```spoiler The answer that I sent\nDear Ms Weber, please …\n```',
      },
    ],
  },
  {
    channel: 'social',
    topic: 'Friday lunch',
    messages: [
      {
        by: 'Amara Okafor',
        text: '/poll Where do we eat on Friday?\nNoodles\nPizza\nThe place with the terrace',
        votes: { 'Amara Okafor': 2, 'Ben Fischer': 1, 'Dev Patel': 2, 'Noor Haddad': 0, 'Hugo Martin': 2 },
      },
      {
        by: 'Noor Haddad',
        text: 'The terrace needs a table for twelve. Shall I call them?',
        reactions: { pray: ['Amara Okafor'], sunny: ['Hugo Martin', 'Chiara Rossi'] },
      },
    ],
  },
  {
    channel: 'social',
    topic: 'hike in October',
    isOld: true,
    messages: [
      { by: 'Hugo Martin', text: 'Twelve kilometres, one summit, one bakery at the end. Who comes along?' },
      {
        by: 'Yuki Tanaka',
        text: 'For the bakery: always. :croissant:',
        reactions: { joy: ['Hugo Martin', 'Mia Member'] },
      },
    ],
  },
];

export const DIRECT = [
  {
    people: ['Mia Member', 'Max Member'],
    messages: [
      { by: 'Mia Member', text: 'Do you have the measurements of the poster?' },
      { by: 'Mia Member', text: 'No hurry, tomorrow is fine.' },
    ],
  },
  {
    people: ['Adam Administrator', 'Olga Owner', 'Mona Moderator'],
    messages: [
      {
        by: 'Adam Administrator',
        text: 'Three people asked for an account this morning. Shall we open sign-up for our domain?',
      },
    ],
  },
];
