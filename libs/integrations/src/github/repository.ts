import type { Notice } from '../frame/declaration';
import { link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';

type Read = (payload: Payload, repository: string, sender: string) => Notice[];

const named =
  (event: string, content: (payload: Payload, sender: string) => string): Read =>
  (payload, repository, sender) => [{ topic: repository, event, content: content(payload, sender) }];

const repositoryLink = (payload: Payload): string =>
  link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));

const refWords = (payload: Payload): string => `${payload.text('ref_type')} ${plain(payload.text('ref'))}`;

/** Events of repositories, teams and organizations that are one sentence. */
export const REPOSITORY_EVENTS: Readonly<Record<string, Read>> = {
  create: named('create', (payload, sender) => `${sender} created ${refWords(payload)}.`),
  delete: named('delete', (payload, sender) => `${sender} deleted ${refWords(payload)}.`),
  fork: named(
    'fork',
    (payload, sender) =>
      `${sender} forked the repository to ${link(payload.text('forkee.full_name'), payload.optionalText('forkee.html_url'))}.`,
  ),
  star: named('star', (payload, sender) =>
    payload.text('action') === 'deleted'
      ? `${sender} removed their star from ${repositoryLink(payload)}.`
      : `${sender} starred ${repositoryLink(payload)}.`,
  ),
  watch: named('watch', (payload, sender) => `${sender} starred ${repositoryLink(payload)}.`),
  public: named('public', (payload, sender) => `${sender} made ${repositoryLink(payload)} public.`),
  repository: named(
    'repository',
    (payload, sender) => `${sender} ${plain(payload.text('action'))} the repository ${repositoryLink(payload)}.`,
  ),
  member: named(
    'member',
    (payload, sender) =>
      `${sender} ${plain(payload.text('action'))} the collaborator ${plain(payload.text('member.login'))}.`,
  ),
  release: readRelease,
  commit_comment: readCommitComment,
  gollum: readPages,
  discussion: readDiscussion,
  discussion_comment: readDiscussion,
};

function readRelease(payload: Payload, repository: string, sender: string): Notice[] {
  const action = payload.text('action');
  // Gitea says `updated`.
  const verb = action === 'updated' ? 'edited' : action;
  if (verb !== 'published' && verb !== 'edited' && verb !== 'deleted') return [];
  const release = payload.node('release');
  const name = release.optionalText('name') ?? release.text('tag_name');
  const body = action === 'published' ? quote(release.optionalText('body')) : '';
  const what = link(name, release.optionalText('html_url'));
  return [{ topic: repository, event: 'release', content: `${sender} ${verb} release ${what}.${body}` }];
}

function readCommitComment(payload: Payload, repository: string, sender: string): Notice[] {
  const comment = payload.node('comment');
  const words = link('commented', comment.optionalText('html_url'));
  return [
    {
      topic: repository,
      event: 'commit_comment',
      content: `${sender} ${words} on ${comment.text('commit_id').slice(0, 7)}.${quote(comment.optionalText('body'))}`,
    },
  ];
}

function readPages(payload: Payload, repository: string, sender: string): Notice[] {
  const pages = payload
    .list('pages')
    .map((page) => `\n* ${plain(page.text('action'))} ${link(page.text('title'), page.optionalText('html_url'))}`);
  return [{ topic: `${repository} / wiki`, event: 'gollum', content: `${sender} edited the wiki:${pages.join('')}` }];
}

function readDiscussion(payload: Payload, repository: string, sender: string): Notice[] {
  const discussion = payload.node('discussion');
  const number = discussion.label('number');
  const title = discussion.text('title');
  const topic = `${repository} discussion #${number}: ${title}`;
  const what = link(`discussion #${number} ${title}`, discussion.optionalText('html_url'));
  if (!payload.has('comment')) {
    const action = plain(payload.text('action').replaceAll('_', ' '));
    const body = action === 'created' ? quote(discussion.optionalText('body')) : '';
    return [{ topic, event: 'discussion', content: `${sender} ${action} ${what}.${body}` }];
  }
  if (payload.text('action') !== 'created') return [];
  const words = link('commented', payload.optionalText('comment.html_url'));
  const body = quote(payload.optionalText('comment.body'));
  return [{ topic, event: 'discussion_comment', content: `${sender} ${words} on ${what}.${body}` }];
}
