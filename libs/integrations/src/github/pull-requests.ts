import type { Notice } from '../frame/declaration';
import { enumeration, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
import { assigneeOf } from './issues';

/** What is done to a pull request, and the name of the event; other actions are noise. */
const ACTIONS: Readonly<Record<string, readonly [verb: string, event: string]>> = {
  opened: ['opened', 'opened_pull_request'],
  reopened: ['reopened', 'opened_pull_request'],
  edited: ['edited', 'updated_pull_request'],
  synchronize: ['updated', 'updated_pull_request'],
  synchronized: ['updated', 'updated_pull_request'],
  assigned: ['assigned', 'assigned_or_unassigned_pull_request'],
  unassigned: ['unassigned', 'assigned_or_unassigned_pull_request'],
  review_requested: ['requested a review of', 'pull_request_review_requested'],
  ready_for_review: ['marked as ready for review', 'pull_request_ready_for_review'],
  auto_merge_enabled: ['enabled the automatic merge of', 'pull_request_auto_merge'],
  auto_merge_disabled: ['disabled the automatic merge of', 'pull_request_auto_merge'],
  locked: ['locked', 'locked_or_unlocked_pull_request'],
  unlocked: ['unlocked', 'locked_or_unlocked_pull_request'],
};

export function pullRequestTopic(repository: string, pull: Payload): string {
  return `${repository} / PR #${pull.label('number')} ${pull.text('title')}`;
}

export function pullRequestLink(pull: Payload): string {
  return link(`PR #${pull.label('number')} ${pull.text('title')}`, pull.optionalText('html_url'));
}

export function readPullRequest(payload: Payload, repository: string, sender: string, people: People): Notice[] {
  const pull = payload.node('pull_request');
  const action = payload.text('action');
  const base = { topic: pullRequestTopic(repository, pull) };
  const what = pullRequestLink(pull);
  if (action === 'closed') {
    const verb = pull.optionalFlag('merged') ? 'merged' : 'closed without a merge';
    return [{ ...base, event: 'closed_pull_request', content: `${sender} ${verb} ${what}.` }];
  }
  const [verb, event] = Object.hasOwn(ACTIONS, action) ? (ACTIONS[action] ?? []) : [];
  if (verb === undefined || event === undefined) return [];
  const first = `${sender} ${verb} ${what}${detailsOf(payload, action, people)}.`;
  const isOpening = action === 'opened';
  return [{ ...base, event, content: first + (isOpening ? quote(pull.optionalText('body')) : '') }];
}

function detailsOf(payload: Payload, action: string, people: People): string {
  const pull = payload.node('pull_request');
  if (action === 'opened') {
    const [from, to] = [pull.optionalText('head.ref'), pull.optionalText('base.ref')];
    return from && to ? ` from \`${plain(from)}\` to \`${plain(to)}\`` : '';
  }
  if (action === 'assigned' || action === 'unassigned') return assigneeOf(payload, action, people);
  if (action !== 'review_requested') return '';
  const one = payload.optionalText('requested_reviewer.login');
  const team = payload.optionalText('requested_team.name');
  if (one === undefined && team !== undefined) return ` from ${plain(team)}`;
  const logins = one ? [one] : pull.list('requested_reviewers').map((user) => user.text('login'));
  const reviewers = logins.map((login) => people.mention([login], login));
  return reviewers.length > 0 ? ` from ${enumeration(reviewers)}` : '';
}

/** Reviews as a whole; the comments in them are events of their own. */
export function readReview(payload: Payload, repository: string, sender: string): Notice[] {
  const pull = payload.node('pull_request');
  const action = payload.text('action');
  const body = payload.optionalText('review.body');
  const state = payload.optionalText('review.state')?.toLowerCase();
  if (action === 'edited' && !payload.has('changes.body')) return [];
  if (action !== 'submitted' && action !== 'dismissed' && action !== 'edited') return [];
  if (action === 'submitted' && state === 'commented' && body === undefined) return [];
  const words = link(
    action === 'dismissed'
      ? 'dismissed a review'
      : state === 'approved'
        ? 'approved'
        : state === 'changes_requested'
          ? 'requested changes'
          : 'reviewed',
    payload.optionalText('review.html_url'),
  );
  const preposition =
    state === 'approved' && action !== 'dismissed'
      ? ''
      : state === 'changes_requested' || action === 'dismissed'
        ? ' of'
        : '';
  return [
    {
      topic: pullRequestTopic(repository, pull),
      event: 'pull_request_review',
      content: `${sender} ${words}${preposition} ${pullRequestLink(pull)}.${quote(body)}`,
    },
  ];
}

export function readReviewComment(payload: Payload, repository: string, sender: string): Notice[] {
  const pull = payload.node('pull_request');
  const action = payload.text('action');
  if (action !== 'created' && !(action === 'edited' && payload.has('changes.body'))) return [];
  const words = link(action === 'created' ? 'commented' : 'edited a comment', payload.optionalText('comment.html_url'));
  const path = payload.optionalText('comment.path');
  const where = path ? ` at \`${plain(path)}\`` : '';
  return [
    {
      topic: pullRequestTopic(repository, pull),
      event: 'pull_request_review_comment',
      content: `${sender} ${words} on ${pullRequestLink(pull)}${where}.${quote(payload.optionalText('comment.body'))}`,
    },
  ];
}
