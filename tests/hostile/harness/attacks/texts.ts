import type { Ask } from '../caller';
import { Asks, asking, form, listOf, query, rawForm } from './asking';

/** Texts over which parsers of markup stumble. */
const UNITS = [
  '> ',
  '@**',
  '#**',
  'x',
  '[',
  '*a **',
  'a@',
  '<time:',
  '$$',
  '[a](',
  '`',
  '\\',
  '~~~\n',
  '- ',
  '|a',
  '&#',
];
const LONGEST_MESSAGE = 10_000;
const fill = (unit: string, length: number) => unit.repeat(length / unit.length);
const FORMULAS = [
  `$$${fill('{x^', 3_000)}$$`,
  fill('$$x^2$$ ', 9_900),
  `$$\\def\\a{${fill('x', 5_000)}}${fill('\\a', 4_000)}$$`,
];

const render = asking('texts too long to render', [400, 413], () =>
  UNITS.map((unit) => rawForm('/messages/render', `content=${encodeURIComponent(fill(unit, 400_000))}`)),
);

const renderBounded = asking('texts to render', [200, 400], () =>
  [...UNITS.map((unit) => fill(unit, LONGEST_MESSAGE)), ...FORMULAS].map((content) =>
    form('/messages/render', { content }),
  ),
);

const send = asking('texts to send', [200, 400], () =>
  [...UNITS.map((unit) => fill(unit, LONGEST_MESSAGE)), ...FORMULAS].map(
    (content) =>
      ({ user }) =>
        form('/messages', { type: 'direct', to: `[${user.id}]`, content })(),
  ),
);

const PAGE = { anchor: 'newest', num_before: '5000', num_after: '0' };
const MARK = { ...PAGE, op: 'add', flag: 'read' };
const negated = { operator: 'is', operand: 'unread', negated: true };
const phrase = { operator: 'search', operand: '"a b c"' };

const longNarrows = asking('narrows without end', [400, 413], () =>
  [
    listOf(negated, 1_500),
    listOf({ operator: 'topic', operand: 'a' }, 3_000),
    JSON.stringify([{ operator: 'search', operand: fill('"a b" ', 18_000) }]),
    listOf(phrase, 200),
    listOf({ operator: 'dm-including', operand: 1 }, 2_000),
    listOf({ operator: 'sender', operand: 'a@b.example' }, 2_000),
  ].map((narrow) => form('/messages/flags/narrow', { ...MARK, narrow })),
);

const narrows = asking('narrows within the bounds', [200, 400], () => {
  const texts = [
    listOf(negated, 50),
    JSON.stringify(
      Array.from({ length: 50 }, (_, index) => ({ operator: 'topic', operand: `a${index}`, negated: true })),
    ),
    listOf(phrase, 20),
    JSON.stringify([{ operator: 'search', operand: fill('"e a" ', 60) }]),
    listOf({ operator: 'dm-including', operand: 1, negated: true }, 50),
  ];
  return texts.flatMap((narrow) => [
    form('/messages/flags/narrow', { ...MARK, narrow }),
    query('/messages', { ...PAGE, num_before: '1000', narrow }),
  ]);
});

const searches = asking('searches', [200, 400, 414, 431], () =>
  ['"', 'a ', '\\', "'", '%', '!', '<->', ':* ', 'the ', '💥 '].map((unit) =>
    query('/messages', {
      ...PAGE,
      num_before: '100',
      narrow: JSON.stringify([{ operator: 'search', operand: fill(unit, 1_000) }]),
    }),
  ),
);

const queryStrings = asking('query strings', [200, 400, 414, 431], () => {
  const raw = (path: string, text: string) => (): Ask => ({ method: 'GET', path: `/api/v1${path}?${text}` });
  const texts = ['+', '%3E+', '%', '&', 'a=&', 'a[]=&', 'a[b][c]=1&', '__proto__=1&', '%u0041', '%C3%28'];
  return texts.flatMap((unit) => [
    raw('/users/me', fill(unit, 15_000)),
    raw('/messages', `anchor=newest&num_before=1&num_after=0&narrow=${fill(unit, 12_000)}`),
    raw('/users', fill(unit, 30_000)),
  ]);
});

/** Texts that PostgreSQL cannot store, wherever a text goes in. */
const unstorable = asking('NUL and half characters', [400], () => {
  const narrow = (operator: string, operand: string) => `[{"operator":"${operator}","operand":"a${operand}"}]`;
  const texts = ['\\u0000', '\\ud800', '\\udc00\\ud800'];
  const asks: Asks = texts.flatMap((text) => [
    ...['topic', 'search', 'channel', 'sender'].flatMap((operator) => [
      query('/messages', { ...PAGE, num_before: '1', narrow: narrow(operator, text) }),
      form('/messages/flags/narrow', { ...MARK, narrow: narrow(operator, text) }),
    ]),
    form('/messages', { type: 'direct', to: `["a${text}"]`, content: 'a' }),
    form('/users/me/alert_words', { alert_words: `["a${text}"]` }),
    form('/drafts', { drafts: `[{"type":"private","to":[],"topic":"","content":"a${text}"}]` }),
  ]);
  const plain = ['a\0', '%ED%A0%80', '%C3%28'].flatMap((text) => {
    const encoded = text.startsWith('%') ? text : encodeURIComponent(text);
    return [
      rawForm('/messages/render', `content=${encoded}`),
      rawForm('/users/me/status', `status_text=${encoded}`),
      () => ({ method: 'GET' as const, path: `/api/v1/get_stream_id?stream=${encoded}` }),
    ];
  });
  return [...asks, ...plain];
});

export const TEXTS = [...[render, renderBounded, send], ...[longNarrows, narrows, searches, queryStrings, unstorable]];
