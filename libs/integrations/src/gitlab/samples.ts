import type { Sample } from '../frame/declaration';

const project = { name: 'shop', web_url: 'https://gitlab.example/acme/shop' };
const user = { name: 'Ada Lovelace', username: 'ada' };
const event = (name: string): Record<string, string> => ({
  'X-Gitlab-Event': name,
  'X-Gitlab-Event-UUID': '13792a34-cac6-4fda-95a8-c58e00a3954e',
});

/** Written after the vendor's description of webhook events. */
export const gitlabSamples: readonly Sample[] = [
  {
    name: 'A push',
    headers: event('Push Hook'),
    body: {
      object_kind: 'push',
      ref: 'refs/heads/main',
      before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
      after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      user_name: 'Ada Lovelace',
      project,
      total_commits_count: 1,
      commits: [
        {
          id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
          message: 'Show prices in euros',
          url: 'https://gitlab.example/acme/shop/-/commit/da1560886d4f',
          author: { name: 'Ada Lovelace' },
        },
      ],
    },
  },
  {
    name: 'A merge request was opened',
    headers: event('Merge Request Hook'),
    body: {
      object_kind: 'merge_request',
      user,
      project,
      object_attributes: {
        iid: 12,
        title: 'Show prices in euros',
        description: 'Closes #7.',
        url: 'https://gitlab.example/acme/shop/-/merge_requests/12',
        source_branch: 'euros',
        target_branch: 'main',
        action: 'open',
      },
    },
  },
  {
    name: 'An issue was closed',
    headers: event('Issue Hook'),
    body: {
      object_kind: 'issue',
      user,
      project,
      object_attributes: {
        iid: 7,
        title: 'Prices are wrong',
        url: 'https://gitlab.example/acme/shop/-/issues/7',
        action: 'close',
      },
    },
  },
  {
    name: 'A comment on a merge request',
    headers: event('Note Hook'),
    body: {
      object_kind: 'note',
      user,
      project,
      object_attributes: {
        note: 'Nice!',
        noteable_type: 'MergeRequest',
        url: 'https://gitlab.example/acme/shop/-/merge_requests/12#note_1',
      },
      merge_request: { iid: 12, title: 'Show prices in euros' },
    },
  },
  {
    name: 'A pipeline failed',
    headers: event('Pipeline Hook'),
    body: {
      object_kind: 'pipeline',
      user,
      project,
      object_attributes: { id: 31, ref: 'main', status: 'failed', duration: 63 },
      builds: [
        { stage: 'test', name: 'unit', status: 'failed' },
        { stage: 'build', name: 'image', status: 'success' },
      ],
    },
  },
];
