import type { Integration, Notice, Sample } from '../frame/declaration';
import { link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfBody } from '../frame/signatures';

/** What happened to a page or a post of a blog, and where in the payload it is. */
const PAGES: Readonly<Record<string, readonly [verb: string, kind: 'page' | 'blog']>> = {
  page_created: ['created the page', 'page'],
  page_updated: ['edited the page', 'page'],
  page_moved: ['moved the page', 'page'],
  page_removed: ['deleted the page', 'page'],
  page_trashed: ['deleted the page', 'page'],
  page_restored: ['restored the page', 'page'],
  blog_created: ['published the post', 'blog'],
  blog_updated: ['edited the post', 'blog'],
  blog_removed: ['deleted the post', 'blog'],
  blog_trashed: ['deleted the post', 'blog'],
  blog_restored: ['restored the post', 'blog'],
};
const COMMENTS: Readonly<Record<string, string>> = {
  comment_created: 'commented',
  comment_updated: 'edited a comment',
  comment_removed: 'deleted a comment',
};
const PING = 'diagnostics:ping';

const page = {
  id: 16_777_227,
  title: 'Prices',
  spaceKey: 'SHOP',
  version: 3,
  self: 'https://confluence.example.com/display/SHOP/Prices',
};
const SAMPLES: readonly Sample[] = [
  {
    name: 'A page was created',
    body: { event: 'page_created', user: { displayName: 'Ada Lovelace' }, page: { ...page, version: 1 } },
  },
  {
    name: 'A page was edited',
    body: {
      event: 'page_updated',
      user: { displayName: 'Ada Lovelace' },
      page: { ...page, versionComment: 'Prices in euros' },
    },
  },
  {
    name: 'A post was published',
    body: { event: 'blog_created', userDisplayName: 'Ada Lovelace', blog: { ...page, title: 'We moved' } },
  },
  {
    name: 'A comment',
    body: {
      event: 'comment_created',
      user: { displayName: 'Grace Hopper' },
      comment: { id: 5, content: 'What about cents?', parent: page, self: `${page.self}?focusedCommentId=5` },
    },
  },
  { name: 'A test of the connection', headers: { 'X-Event-Key': PING }, body: { test: true } },
];

export const confluence: Integration = {
  name: 'confluence',
  displayName: 'Confluence',
  setup:
    'As an administrator of Confluence Data Center, open **General configuration**, **Webhooks**, **Create webhook**, ' +
    'enter `{{url}}` and the secret, choose the events, and test the connection. Confluence Cloud has no such webhooks: ' +
    'let a rule of its automation “send a web request”, and use the integration [Template](template.md).',
  events: [...Object.keys(PAGES), ...Object.keys(COMMENTS), PING],
  signature: hmacOfBody('X-Hub-Signature', { prefix: 'sha256=' }),
  deliveryId: ({ headers }) => headers['x-request-id'],
  read(payload, { delivery }) {
    const event = eventOf(payload, delivery.headers['x-event-key']);
    if (event === PING) {
      return [{ event, topic: 'Confluence', content: 'Confluence webhook has been successfully configured.' }];
    }
    if (Object.hasOwn(PAGES, event)) return readPage(payload, event);
    if (Object.hasOwn(COMMENTS, event)) return readComment(payload, event);
    throw refusals.unsupportedEvent('Confluence', event);
  },
  samples: SAMPLES,
};

/** Releases differ in where they name it. */
function eventOf(payload: Payload, header: string | undefined): string {
  const named = payload.optionalText('event') ?? payload.optionalText('webhookEvent') ?? header;
  if (named === undefined) throw refusals.unknownShape('Confluence');
  return named;
}

/** Releases differ in where they name people, and some name none. */
function authorOf(payload: Payload): string {
  const places = ['user.displayName', 'user.fullName', 'userDisplayName', 'user.username'];
  const name = places.map((place) => payload.optionalText(place)).find((found) => found !== undefined);
  return plain(name ?? 'Someone');
}

interface Content {
  topic: string;
  linked: string;
}

function contentOf(content: Payload): Content {
  const title = content.text('title');
  const space = content.optionalText('spaceKey') ?? content.optionalText('space.key');
  return {
    topic: space === undefined ? title : `${space}: ${title}`,
    linked: link(title, content.optionalText('self')),
  };
}

function isMinor(payload: Payload, content: Payload): boolean {
  return payload.optionalFlag('minorEdit') || content.optionalFlag('minorEdit');
}

function readPage(payload: Payload, event: string): Notice[] {
  const [verb, kind] = PAGES[event] ?? ['', 'page'];
  const content = payload.node(kind === 'blog' && payload.has('blogPost') ? 'blogPost' : kind);
  if (isMinor(payload, content)) return [];
  const { topic, linked } = contentOf(content);
  const comment = content.optionalText('versionComment') ?? payload.optionalText('versionComment');
  return [{ event, topic, content: `${authorOf(payload)} ${verb} ${linked}.${quote(comment)}` }];
}

function readComment(payload: Payload, event: string): Notice[] {
  const comment = payload.node('comment');
  const { topic, linked } = contentOf(comment.has('parent') ? comment.node('parent') : payload.node('page'));
  const verb = link(COMMENTS[event] ?? '', comment.optionalText('self'));
  const text = event === 'comment_removed' ? '' : quote(comment.optionalText('content'));
  return [{ event, topic, content: `${authorOf(payload)} ${verb} on ${linked}.${text}` }];
}
