import type { Integration, Notice } from '../frame/declaration';
import { branchOf, count, isTag, link, plain, quote } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { commitLines } from '../github/push';

type Reader = (payload: Payload, event: string) => Notice[];

const READERS: Readonly<Record<string, Reader>> = {
  'git.push': readPush,
  'git.pullrequest.created': readPullRequest,
  'git.pullrequest.updated': readPullRequest,
  'git.pullrequest.merged': readPullRequest,
  'build.complete': readBuild,
  'workitem.created': readWorkItem,
  'workitem.updated': readWorkItem,
  'workitem.commented': readWorkItem,
  'ms.vss-pipelines.run-state-changed-event': readRun,
};

export const azuredevops: Integration = {
  name: 'azuredevops',
  displayName: 'Azure DevOps',
  setup:
    'In Azure DevOps, open **Project settings**, **Service hooks**, and add a subscription to **Web Hooks** for each event, ' +
    "with the URL `{{url}}`. Instead of the key in the address, the bot's address and key may stand as basic authentication.",
  events: Object.keys(READERS),
  withoutPreviews: ['git.push', 'build.complete', 'ms.vss-pipelines.run-state-changed-event'],
  urlOptions: [
    { key: 'branches', label: 'Branches whose pushes are shown, separated by commas', validator: 'check_string' },
  ],
  deliveryId: (_delivery, payload) => {
    const id = payload.optionalText('id');
    return id === undefined ? undefined : `${id}/${payload.optionalLabel('notificationId') ?? ''}`;
  },
  read(payload) {
    const event = payload.text('eventType');
    const reader = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!reader) throw refusals.unsupportedEvent('Azure DevOps', event);
    return reader(payload, event);
  },
  samples: [
    {
      name: 'Commits were pushed',
      body: {
        id: '03c164c2-8912-4d5e-8009-3707d5f83734',
        notificationId: 3,
        eventType: 'git.push',
        resource: {
          commits: [
            {
              commitId: '33b55f7cb7e7e245323987634f960cf4a6e6bc74',
              comment: 'Show prices in euros',
              url: 'https://dev.azure.com/acme/_git/shop/commit/33b55f7cb7e7',
            },
          ],
          refUpdates: [{ name: 'refs/heads/main', oldObjectId: 'aad331d8', newObjectId: '33b55f7c' }],
          repository: { name: 'shop', remoteUrl: 'https://dev.azure.com/acme/_git/shop' },
          pushedBy: { displayName: 'Ada Lovelace' },
        },
      },
    },
    {
      name: 'A pull request was created',
      body: {
        id: '2ab4e3d3-b7a6-425e-92b1-5a9982c1269e',
        eventType: 'git.pullrequest.created',
        resource: {
          pullRequestId: 7,
          title: 'Prices in euros',
          description: 'As asked for.',
          status: 'active',
          createdBy: { displayName: 'Ada Lovelace' },
          sourceRefName: 'refs/heads/euros',
          targetRefName: 'refs/heads/main',
          repository: { name: 'shop', remoteUrl: 'https://dev.azure.com/acme/_git/shop' },
        },
      },
    },
    {
      name: 'A build failed',
      body: {
        id: '4a5d99d6-1c75-4e53-91b9-ee80057d4ce3',
        eventType: 'build.complete',
        message: { text: 'Build 20261123.2 failed' },
        resource: {
          buildNumber: '20261123.2',
          result: 'failed',
          sourceBranch: 'refs/heads/main',
          definition: { name: 'shop-ci' },
          _links: { web: { href: 'https://dev.azure.com/acme/_build/results?buildId=2' } },
        },
      },
    },
    {
      name: 'A run of a pipeline failed',
      body: {
        id: '30a3a5b2-9b5c-4d3c-8a1c-4bd1a2b7e0c1',
        eventType: 'ms.vss-pipelines.run-state-changed-event',
        resource: {
          run: {
            id: 5,
            name: '20261123.5',
            state: 'completed',
            result: 'failed',
            _links: { web: { href: 'https://dev.azure.com/acme/_build/results?buildId=5' } },
            resources: { repositories: { self: { refName: 'refs/heads/main' } } },
          },
          pipeline: { id: 3, name: 'shop-deploy' },
        },
      },
    },
    {
      name: 'A work item was commented',
      body: {
        id: 'fb2617ed-60df-4518-81fa-749faa6c5cd6',
        eventType: 'workitem.commented',
        message: { markdown: '[Bug #5](https://dev.azure.com/acme/_workitems/5) (Prices are wrong) commented by Ada.' },
        resource: {
          id: 5,
          fields: { 'System.Title': 'Prices are wrong', 'System.History': 'Still so today.' },
        },
      },
    },
  ],
};

function readPush(payload: Payload, event: string): Notice[] {
  const repository = payload.text('resource.repository.name');
  const pusher = plain(payload.optionalText('resource.pushedBy.displayName') ?? 'Someone');
  const commits = payload.list('resource.commits').map((commit) => ({
    id: commit.text('commitId'),
    message: commit.optionalText('comment') ?? '',
    url: commit.optionalText('url'),
    author: undefined,
  }));
  return payload.list('resource.refUpdates').map((update) => {
    const ref = update.text('name');
    const branch = branchOf(ref);
    const topic = `${repository} / ${branch}`;
    const kind = isTag(ref) ? 'tag' : 'branch';
    const what =
      commits.length === 0 ? `updated the ${kind}` : `pushed ${count(commits.length, 'commit')} to the ${kind}`;
    const content = `${pusher} ${what} ${plain(branch)}.\n${commitLines(commits)}`.trimEnd();
    return { event, topic, content, branch: isTag(ref) ? undefined : branch };
  });
}

function readPullRequest(payload: Payload, event: string): Notice[] {
  const status = payload.text('resource.status');
  // The same event also tells that a merge was tried out.
  const isMerged = status === 'completed' && (payload.optionalText('resource.mergeStatus') ?? '') === 'succeeded';
  if (event === 'git.pullrequest.merged' && !isMerged) return [];
  const id = payload.label('resource.pullRequestId');
  const title = payload.text('resource.title');
  const repository = payload.text('resource.repository.name');
  const author = plain(payload.optionalText('resource.createdBy.displayName') ?? 'Someone');
  const remote = payload.optionalText('resource.repository.remoteUrl');
  const name = link(`PR #${id} ${title}`, remote === undefined ? undefined : `${remote}/pullrequest/${id}`);
  const from = plain(branchOf(payload.optionalText('resource.sourceRefName') ?? ''));
  const into = plain(branchOf(payload.optionalText('resource.targetRefName') ?? ''));
  const topic = `${repository} / PR #${id} ${title}`;
  if (event === 'git.pullrequest.created') {
    const described = quote(payload.optionalText('resource.description'));
    return [
      {
        event,
        topic,
        content: `${author} created ${name} from ${from} to ${into}.${described}`,
        isSelfContained: true,
      },
    ];
  }
  const verb = event === 'git.pullrequest.merged' ? 'was merged' : `was updated (${plain(status)})`;
  return [{ event, topic, content: `${name} of ${author} ${verb}.`, isSelfContained: true }];
}

function readBuild(payload: Payload, event: string): Notice[] {
  // Older versions of the resource call it so.
  const result = payload.optionalText('resource.result') ?? payload.text('resource.status');
  const definition = payload.text('resource.definition.name');
  const branch = branchOf(payload.optionalText('resource.sourceBranch') ?? '');
  const mark = result === 'succeeded' ? ':check:' : ':alert:';
  const name = link(`Build ${payload.label('resource.buildNumber')}`, payload.optionalText('resource._links.web.href'));
  const topic = branch === '' ? definition : `${definition} / ${branch}`;
  return [{ event, topic, content: `${mark} ${name} of ${plain(definition)}: **${plain(result)}**.` }];
}

/** A run of a pipeline; only how it ended. */
function readRun(payload: Payload, event: string): Notice[] {
  const run = payload.node('resource.run');
  if (run.text('state') !== 'completed') return [];
  const result = run.text('result');
  const pipeline = payload.optionalText('resource.pipeline.name') ?? run.text('pipeline.name');
  const branch = branchOf(run.optionalText('resources.repositories.self.refName') ?? '');
  const mark = result === 'succeeded' ? ':check:' : ':alert:';
  const name = link(`Run ${run.label('name')}`, run.optionalText('_links.web.href'));
  const topic = branch === '' ? pipeline : `${pipeline} / ${branch}`;
  return [{ event, topic, content: `${mark} ${name} of ${plain(pipeline)}: **${plain(result)}**.` }];
}

function readWorkItem(payload: Payload, event: string): Notice[] {
  const id = payload.optionalLabel('resource.workItemId') ?? payload.label('resource.id');
  const fields = payload.has('resource.revision') ? 'resource.revision.fields' : 'resource.fields';
  const values = new Map(payload.entries(fields));
  const title = values.get('System.Title')?.shown() ?? '';
  const verb = { created: 'was created', updated: 'was updated', commented: 'was commented' }[
    event.split('.')[1] ?? ''
  ];
  const comment = event === 'workitem.commented' ? quote(values.get('System.History')?.shown()) : '';
  const state = values.get('System.State')?.shown();
  const said = state === undefined ? '' : ` State: **${plain(state)}**.`;
  const name = plain(`Work item #${id}${title === '' ? '' : ` ${title}`}`);
  return [{ event, topic: `Work item #${id}`, content: `${name} ${verb ?? ''}.${said}${comment}` }];
}
