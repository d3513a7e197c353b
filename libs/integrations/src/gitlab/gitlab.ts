import type { Integration, Notice } from '../frame/declaration';
import { branchOf, count, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import type { People } from '../frame/people';
import { refusals } from '../frame/refusals';
import { tokenIn } from '../frame/signatures';
import { commitLines, otherAuthors } from '../github/push';
import { gitlabSamples } from './samples';

type Read = (payload: Payload, repository: string, event: string, people: People) => Notice[];

const NOTHING = /^0+$/;
const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'took back the approval of',
  approval: 'added an approval to',
  unapproval: 'removed an approval from',
  create: 'created',
  delete: 'deleted',
};

const READERS: Readonly<Record<string, Read>> = {
  'Push Hook': readPush,
  'Tag Push Hook': readTag,
  'Issue Hook': readIssue,
  'Confidential Issue Hook': readIssue,
  'Note Hook': readNote,
  'Confidential Note Hook': readNote,
  'Merge Request Hook': readMergeRequest,
  'Wiki Page Hook': readWikiPage,
  'Pipeline Hook': readPipeline,
  'Job Hook': readJob,
  'Build Hook': readJob,
  'Release Hook': readRelease,
  'Deployment Hook': readDeployment,
  'Feature Flag Hook': readFeatureFlag,
  'Resource Access Token Hook': readAccessToken,
  'Test Hook': readTest,
};

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  setup:
    'In the project or group, open **Settings**, **Webhooks**, **Add new webhook**. Enter `{{url}}` as the URL and the ' +
    'secret as the secret token, and choose the events.',
  eventHeader: 'X-Gitlab-Event',
  events: [
    'Push Hook',
    'Tag Push Hook',
    'Issue Hook open',
    'Issue Hook close',
    'Issue Hook reopen',
    'Issue Hook update',
    'Confidential Issue Hook open',
    'Confidential Issue Hook close',
    'Confidential Issue Hook reopen',
    'Confidential Issue Hook update',
    'Note Hook Commit',
    'Note Hook MergeRequest',
    'Note Hook Issue',
    'Note Hook Snippet',
    'Note Hook DesignManagement::Design',
    'Confidential Note Hook Commit',
    'Confidential Note Hook MergeRequest',
    'Confidential Note Hook Issue',
    'Confidential Note Hook Snippet',
    'Merge Request Hook open',
    'Merge Request Hook update',
    'Merge Request Hook merge',
    'Merge Request Hook close',
    'Merge Request Hook reopen',
    'Merge Request Hook approved',
    'Merge Request Hook unapproved',
    'Merge Request Hook approval',
    'Merge Request Hook unapproval',
    'Wiki Page Hook create',
    'Wiki Page Hook update',
    'Wiki Page Hook delete',
    'Pipeline Hook',
    'Job Hook',
    'Build Hook',
    'Release Hook',
    'Deployment Hook',
    'Feature Flag Hook',
    'Resource Access Token Hook',
    'Test Hook',
  ],
  withoutPreviews: ['Push Hook', 'Tag Push Hook', 'Pipeline Hook', 'Job Hook', 'Build Hook', 'Deployment Hook'],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
    {
      key: 'use_merge_request_title',
      label: 'Put the title of a merge request into its topic',
      validator: 'check_bool',
    },
  ],
  signature: tokenIn('X-Gitlab-Token'),
  deliveryId: ({ headers }) => headers['idempotency-key'] ?? headers['x-gitlab-event-uuid'],
  read(payload, { event: header, delivery, people }) {
    const event = header === 'System Hook' ? systemEvent(payload) : header;
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) throw refusals.unsupportedEvent('GitLab', event);
    const repository = payload.optionalText('project.name') ?? payload.optionalText('repository.name') ?? 'GitLab';
    const notices = read(payload, repository, event, people);
    if (delivery.query.use_merge_request_title !== 'false') return notices;
    return notices.map((notice) => ({ ...notice, topic: notice.topic.replace(/( \/ MR #\d+) .*/s, '$1') }));
  },
  samples: gitlabSamples,
};

function systemEvent(payload: Payload): string {
  const kind = payload.optionalText('object_kind') ?? payload.optionalText('event_name') ?? 'unknown';
  const names: Readonly<Record<string, string>> = {
    push: 'Push Hook',
    tag_push: 'Tag Push Hook',
    merge_request: 'Merge Request Hook',
    issue: 'Issue Hook',
    note: 'Note Hook',
    pipeline: 'Pipeline Hook',
  };
  return Object.hasOwn(names, kind) ? (names[kind] ?? kind) : kind;
}

/** GitLab puts `[REDACTED]` where an address is not public. */
function senderOf(payload: Payload, people: People): string {
  const of = (path: string): string | undefined => payload.optionalText(path);
  const names = [of('user.username'), of('user_username'), of('user.email'), of('user_email')];
  return people.name(names, of('user.name') ?? of('user_name') ?? 'Someone');
}

function readPush(payload: Payload, repository: string, event: string, people: People): Notice[] {
  const branch = branchOf(payload.text('ref'));
  const web = payload.optionalText('project.web_url');
  const name = link(branch, web && `${web}/-/tree/${branch}`);
  const pusher = payload.optionalText('user_name') ?? 'Someone';
  const shownPusher = senderOf(payload, people);
  const base = { topic: `${repository} / ${branch}`, branch, event };
  const after = payload.text('after');
  if (NOTHING.test(after)) return [{ ...base, content: `${shownPusher} deleted the branch ${plain(branch)}.` }];
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.name'),
  }));
  const before = payload.optionalText('before') ?? '';
  const total = payload.optionalNumber('total_commits_count') ?? commits.length;
  if (total === 0) return [{ ...base, content: `${shownPusher} created the branch ${name}.` }];
  const compare = web && !NOTHING.test(before) ? `${web}/-/compare/${before}...${after}` : undefined;
  const first = `${shownPusher} pushed ${link(count(total, 'commit'), compare)} to branch ${name}.`;
  return [{ ...base, content: `${first}${otherAuthors(commits, pusher)}\n${commitLines(commits, total)}` }];
}

function readTag(payload: Payload, repository: string, event: string, people: People): Notice[] {
  const tag = branchOf(payload.text('ref'));
  const verb = NOTHING.test(payload.text('after')) ? 'removed' : 'pushed';
  return [
    { topic: `${repository} / ${tag}`, event, content: `${senderOf(payload, people)} ${verb} tag ${plain(tag)}.` },
  ];
}

function readIssue(payload: Payload, repository: string, hook: string, people: People): Notice[] {
  const issue = payload.node('object_attributes');
  const action = issue.optionalText('action') ?? 'update';
  const title = `#${issue.label('iid')} ${issue.text('title')}`;
  const body = action === 'open' ? quote(issue.optionalText('description')) : '';
  const verb = VERBS[action] ?? plain(action);
  const content = `${senderOf(payload, people)} ${verb} ${link(`issue ${title}`, issue.optionalText('url'))}${changesOf(payload, people)}.${body}`;
  return [{ topic: `${repository} / issue ${title}`, event: `${hook} ${action}`, content }];
}

/** Those who had it before are named silently. */
function changesOf(payload: Payload, people: People): string {
  if (!payload.has('changes.assignees')) return '';
  const former = new Set(payload.list('changes.assignees.previous').map(keyOf));
  const names = payload.list('changes.assignees.current').flatMap((person) => {
    const name = person.optionalText('name');
    if (name === undefined) return [];
    const known = [person.optionalText('username'), person.optionalText('email')];
    return [former.has(keyOf(person)) ? people.name(known, name) : people.mention(known, name)];
  });
  return names.length > 0 ? ` (assigned to ${names.join(', ')})` : '';
}

/** What tells somebody from others: names need not. */
function keyOf(person: Payload): string | undefined {
  return person.optionalText('username') ?? person.optionalText('email') ?? person.optionalText('name');
}

function readMergeRequest(payload: Payload, repository: string, _event: string, people: People): Notice[] {
  const request = payload.node('object_attributes');
  const action = request.optionalText('action') ?? 'update';
  const isPush = request.has('oldrev');
  if (action === 'update' && !isPush && !payload.has('changes.title') && !payload.has('changes.assignees')) return [];
  const title = `#${request.label('iid')} ${request.text('title')}`;
  const verb = isPush && action === 'update' ? 'pushed to' : (VERBS[action] ?? plain(action));
  const branches =
    action === 'open'
      ? ` from \`${plain(request.text('source_branch'))}\` to \`${plain(request.text('target_branch'))}\``
      : '';
  const body = action === 'open' ? quote(request.optionalText('description')) : '';
  return [
    {
      topic: `${repository} / MR ${title}`,
      event: `Merge Request Hook ${action}`,
      content: `${senderOf(payload, people)} ${verb} ${link(`MR ${title}`, request.optionalText('url'))}${branches}${changesOf(payload, people)}.${body}`,
    },
  ];
}

function readNote(payload: Payload, repository: string, hook: string, people: People): Notice[] {
  const note = payload.node('object_attributes');
  const kind = note.text('noteable_type');
  const words = `${senderOf(payload, people)} ${link('commented', note.optionalText('url'))}`;
  const body = quote(note.optionalText('note'));
  const about = (topic: string, name: string): Notice[] => [
    { topic: `${repository} / ${topic}`, event: `${hook} ${kind}`, content: `${words} on ${plain(name)}.${body}` },
  ];
  if (kind === 'MergeRequest') {
    const title = `MR #${payload.label('merge_request.iid')} ${payload.text('merge_request.title')}`;
    return about(title, title);
  }
  if (kind === 'Issue') {
    const title = `issue #${payload.label('issue.iid')} ${payload.text('issue.title')}`;
    return about(title, title);
  }
  if (kind === 'Commit') {
    const id = payload.text('commit.id').slice(0, 8);
    return about(`commit ${id}`, `commit ${id}`);
  }
  if (kind === 'Snippet') {
    const title = `snippet #${payload.label('snippet.id')} ${payload.text('snippet.title')}`;
    return about(title, title);
  }
  if (kind === 'DesignManagement::Design') {
    const issue = payload.has('issue')
      ? `issue #${payload.label('issue.iid')} ${payload.text('issue.title')}`
      : 'designs';
    return about(issue, payload.optionalText('design.filename') ?? 'a design');
  }
  throw refusals.unsupportedEvent('GitLab', `${hook} ${kind}`);
}

function readWikiPage(payload: Payload, repository: string, hook: string, people: People): Notice[] {
  const page = payload.node('object_attributes');
  const action = page.text('action');
  const content = `${senderOf(payload, people)} ${VERBS[action] ?? plain(action)} the wiki page ${link(page.text('title'), page.optionalText('url'))}.`;
  return [{ topic: `${repository} / wiki`, event: `${hook} ${action}`, content }];
}

const ENDS: Readonly<Record<string, string>> = { success: ':check:', failed: ':alert:', canceled: ':info:' };

/** Only how it ended. */
function readPipeline(payload: Payload, repository: string, event: string): Notice[] {
  const pipeline = payload.node('object_attributes');
  const status = pipeline.text('status');
  if (!Object.hasOwn(ENDS, status)) return [];
  const branch = pipeline.text('ref');
  const web = payload.optionalText('project.web_url');
  const id = pipeline.label('id');
  const seconds = pipeline.optionalNumber('duration');
  const failed = payload.list('builds').filter((build) => build.text('status') === 'failed');
  const jobs = failed.map((build) => `\n* ${plain(build.text('stage'))}: ${plain(build.text('name'))}`).join('');
  const duration = seconds === undefined ? '' : ` after ${Math.round(seconds)} s`;
  return [
    {
      topic: `${repository} / ${branch}`,
      event,
      content: `${ENDS[status] ?? ''} Pipeline ${link(`#${id}`, web && `${web}/-/pipelines/${id}`)} on \`${plain(branch)}\`: **${status}**${duration}.${jobs}`,
    },
  ];
}

function readJob(payload: Payload, repository: string, event: string): Notice[] {
  const status = payload.text('build_status');
  if (!Object.hasOwn(ENDS, status)) return [];
  const branch = payload.text('ref');
  const content = `${ENDS[status] ?? ''} Job ${plain(payload.text('build_name'))} of stage ${plain(payload.text('build_stage'))}: **${status}**.`;
  return [{ topic: `${repository} / ${branch}`, event, content }];
}

function readRelease(payload: Payload, repository: string, event: string): Notice[] {
  const action = payload.text('action');
  const name = link(payload.text('name'), payload.optionalText('url'));
  const body = action === 'create' ? quote(payload.optionalText('description')) : '';
  return [{ topic: repository, event, content: `Release ${name} was ${VERBS[action] ?? plain(action)}.${body}` }];
}

function readDeployment(payload: Payload, repository: string, event: string): Notice[] {
  const status = payload.text('status');
  const environment = payload.text('environment');
  const what = link(`Deployment on ${environment}`, payload.optionalText('deployable_url'));
  const mark = Object.hasOwn(ENDS, status) ? ENDS[status] : ':info:';
  const content = `${mark ?? ''} ${what}: **${plain(status)}**.`;
  return [{ topic: `${repository} / Deployment on ${environment}`, event, content }];
}

function readFeatureFlag(payload: Payload, repository: string, event: string, people: People): Notice[] {
  const flag = payload.node('object_attributes');
  const verb = flag.flag('active') ? 'activated' : 'deactivated';
  return [
    {
      topic: repository,
      event,
      content: `${senderOf(payload, people)} ${verb} the feature flag ${plain(flag.text('name'))}.`,
    },
  ];
}

/** A token of a project or group is about to end. */
function readAccessToken(payload: Payload, repository: string, event: string): Notice[] {
  const token = payload.node('object_attributes');
  const name = plain(token.text('name'));
  const ends = token.optionalText('expires_at');
  const when = ends === undefined ? 'soon' : `on ${plain(ends)}`;
  const topic = payload.optionalText('group.group_name') ?? repository;
  return [{ topic, event, content: `:info: The access token **${name}** expires ${when}.` }];
}

function readTest(_payload: Payload, repository: string, event: string): Notice[] {
  return [{ topic: repository, event, content: 'GitLab webhook has been successfully configured.' }];
}
