import type { Notice } from '../frame/declaration';
import { link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';

const ACTIONS: Readonly<Record<string, readonly [verb: string, event: string]>> = {
  opened: ['opened', 'issues'],
  reopened: ['reopened', 'issues'],
  closed: ['closed', 'issues'],
  edited: ['edited', 'issues'],
  deleted: ['deleted', 'issues'],
  assigned: ['assigned', 'issues'],
  unassigned: ['unassigned', 'issues'],
  pinned: ['pinned', 'issues'],
  unpinned: ['unpinned', 'issues'],
  locked: ['locked', 'issues'],
  unlocked: ['unlocked', 'issues'],
  labeled: ['labeled', 'issue_labeled_or_unlabeled'],
  unlabeled: ['unlabeled', 'issue_labeled_or_unlabeled'],
  milestoned: ['added a milestone to', 'issue_milestoned_or_demilestoned'],
  demilestoned: ['removed a milestone from', 'issue_milestoned_or_demilestoned'],
  transferred: ['transferred', 'issues_transferred'],
};

function topicOf(repository: string, issue: Payload): string {
  const kind = issue.has('pull_request') ? 'PR' : 'issue';
  return `${repository} / ${kind} #${issue.label('number')} ${issue.text('title')}`;
}

function linkTo(issue: Payload): string {
  const kind = issue.has('pull_request') ? 'PR' : 'issue';
  return link(`${kind} #${issue.label('number')} ${issue.text('title')}`, issue.optionalText('html_url'));
}

export function readIssue(payload: Payload, repository: string, sender: string, people: People): Notice[] {
  const issue = payload.node('issue');
  const action = payload.text('action');
  const [verb, known] = Object.hasOwn(ACTIONS, action) ? (ACTIONS[action] ?? []) : [];
  if (verb === undefined || known === undefined) return [];
  const event = action === 'opened' && payload.has('changes.old_issue') ? 'issues_opened_via_transfer' : known;
  const body = action === 'opened' ? quote(issue.optionalText('body')) : '';
  return [
    {
      topic: topicOf(repository, issue),
      event,
      content: `${sender} ${verb} ${linkTo(issue)}${detailsOf(payload, action, people)}.${body}`,
    },
  ];
}

function detailsOf(payload: Payload, action: string, people: People): string {
  const detail = (name: string | undefined, preposition: string): string =>
    name === undefined ? '' : ` ${preposition} ${plain(name)}`;
  if (action === 'assigned' || action === 'unassigned') return assigneeOf(payload, action, people);
  if (action === 'labeled') return detail(payload.optionalText('label.name'), 'as');
  if (action === 'unlabeled') return detail(payload.optionalText('label.name'), 'as no longer');
  return '';
}

/** To whom something is assigned, and from whom it is taken. */
export function assigneeOf(payload: Payload, action: 'assigned' | 'unassigned', people: People): string {
  const login = payload.optionalText('assignee.login');
  if (login === undefined) return '';
  return action === 'assigned' ? ` to ${people.mention([login], login)}` : ` from ${people.name([login], login)}`;
}

export function readIssueComment(payload: Payload, repository: string, sender: string): Notice[] {
  const issue = payload.node('issue');
  const action = payload.text('action');
  if (action === 'edited' && !payload.has('changes.body')) return [];
  if (action !== 'created' && action !== 'edited' && action !== 'deleted') return [];
  const words = { created: 'commented', edited: 'edited a comment', deleted: 'deleted a comment' }[action];
  const comment = link(words, payload.optionalText('comment.html_url'));
  const body = action === 'deleted' ? '' : quote(payload.optionalText('comment.body'));
  return [
    {
      topic: topicOf(repository, issue),
      event: 'issue_comment',
      content: `${sender} ${comment} on ${linkTo(issue)}.${body}`,
    },
  ];
}
