import type { Sample } from '../frame/declaration';

const repository = {
  name: 'shop',
  full_name: 'acme/shop',
  html_url: 'https://github.com/acme/shop',
  private: false,
};
const sender = { login: 'ada' };
const common = { repository, sender };

const issue = {
  number: 7,
  title: 'Prices are wrong',
  html_url: 'https://github.com/acme/shop/issues/7',
  body: 'They are in **cents**.\n\n@**all** should know.',
};
const pull_request = {
  number: 12,
  title: 'Show prices in euros',
  html_url: 'https://github.com/acme/shop/pull/12',
  body: 'Closes #7.',
  merged: false,
  head: { ref: 'euros' },
  base: { ref: 'main' },
  requested_reviewers: [],
};

const event = (name: string): Record<string, string> => ({
  'X-GitHub-Event': name,
  'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
});

/** Written after the vendor's description of webhook events and payloads. */
export const githubSamples: readonly Sample[] = [
  {
    name: 'The webhook was added',
    headers: event('ping'),
    body: { zen: 'Design for failure.', hook_id: 1, ...common },
  },
  {
    name: 'A push',
    headers: event('push'),
    body: {
      ref: 'refs/heads/main',
      before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
      after: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
      forced: false,
      compare: 'https://github.com/acme/shop/compare/6113728f27ae...0d1a26e67d8f',
      pusher: { name: 'ada' },
      commits: [
        {
          id: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
          message: 'Show prices in euros\n\nCents confused people.',
          url: 'https://github.com/acme/shop/commit/0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
          author: { name: 'Grace', username: 'grace' },
        },
      ],
      ...common,
    },
  },
  {
    name: 'A branch was deleted',
    headers: event('push'),
    body: {
      ref: 'refs/heads/euros',
      before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
      after: '0000000000000000000000000000000000000000',
      forced: false,
      commits: [],
      ...common,
    },
  },
  { name: 'An issue was opened', headers: event('issues'), body: { action: 'opened', issue, ...common } },
  {
    name: 'A comment on an issue',
    headers: event('issue_comment'),
    body: {
      action: 'created',
      issue,
      comment: { html_url: 'https://github.com/acme/shop/issues/7#issuecomment-1', body: 'I can reproduce it.' },
      ...common,
    },
  },
  {
    name: 'A pull request was opened',
    headers: event('pull_request'),
    body: { action: 'opened', number: 12, pull_request, ...common },
  },
  {
    name: 'A pull request was merged',
    headers: event('pull_request'),
    body: { action: 'closed', number: 12, pull_request: { ...pull_request, merged: true }, ...common },
  },
  {
    name: 'A review',
    headers: event('pull_request_review'),
    body: {
      action: 'submitted',
      review: {
        state: 'approved',
        body: 'Nice!',
        html_url: 'https://github.com/acme/shop/pull/12#pullrequestreview-1',
      },
      pull_request,
      ...common,
    },
  },
  {
    name: 'A check failed',
    headers: event('check_run'),
    body: {
      action: 'completed',
      check_run: {
        name: 'unit tests',
        status: 'completed',
        conclusion: 'failure',
        head_sha: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
        html_url: 'https://github.com/acme/shop/runs/4',
      },
      ...common,
    },
  },
  {
    name: 'A workflow failed',
    headers: event('workflow_run'),
    body: {
      action: 'completed',
      workflow_run: {
        name: 'CI',
        conclusion: 'failure',
        head_branch: 'main',
        html_url: 'https://github.com/acme/shop/actions/runs/9',
      },
      ...common,
    },
  },
  {
    name: 'Somebody joined a team',
    headers: event('membership'),
    body: {
      action: 'added',
      scope: 'team',
      member: { login: 'grace', html_url: 'https://github.com/grace' },
      team: { name: 'Shop', html_url: 'https://github.com/orgs/acme/teams/shop' },
      organization: { login: 'acme' },
      sender: { login: 'ada' },
    },
  },
  {
    name: 'A release',
    headers: event('release'),
    body: {
      action: 'published',
      release: {
        tag_name: 'v1.0.0',
        name: '1.0',
        html_url: 'https://github.com/acme/shop/releases/tag/v1.0.0',
        body: 'The first one.',
      },
      ...common,
    },
  },
];
