import type { Integration } from '../frame/declaration';
import { link, plain } from '../frame/message-text';

const MARKS: Readonly<Record<string, string>> = { SUCCESS: ':check:', FAILURE: ':alert:', UNSTABLE: ':alert:' };

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  setup:
    'Install the **Notification** plugin, and add to the job an endpoint with the format **JSON**, the protocol **HTTP**, ' +
    'the event **Job Finalized** or **Job Completed** and the URL `{{url}}`. Without the plugin, let a step of `post` in the ' +
    'pipeline post the same JSON with `curl`; what posts by `POST /messages`, as the plugin of the name of another chat ' +
    'does, works as well.',
  events: ['SUCCESS', 'FAILURE', 'UNSTABLE', 'ABORTED', 'NOT_BUILT'],
  withoutPreviews: 'all',
  urlOptions: [
    { key: 'branches', label: 'Branches whose builds are shown, separated by commas', validator: 'check_string' },
    { key: 'only_failures', label: 'Leave out what succeeded', validator: 'check_bool' },
  ],
  // A result comes as COMPLETED and once more as FINALIZED, or as one of both if the job says so.
  deliveryId: (_delivery, payload) => {
    const address = payload.optionalText('build.full_url');
    return address === undefined ? undefined : `${address} ${payload.label('build.number')}`;
  },
  read(payload, { delivery }) {
    const job = payload.text('name');
    const phase = payload.text('build.phase');
    if (phase !== 'FINALIZED' && phase !== 'COMPLETED') return [];
    const status = payload.text('build.status');
    if (status === 'SUCCESS' && delivery.query.only_failures === 'true') return [];
    const branch = payload.optionalText('build.scm.branch')?.replace(/^origin\//, '');
    const commit = payload.optionalText('build.scm.commit')?.slice(0, 7);
    const mark = Object.hasOwn(MARKS, status) ? MARKS[status] : ':info:';
    const where = `${branch ? ` on \`${plain(branch)}\`` : ''}${commit ? ` at ${plain(commit)}` : ''}`;
    const name = link(`Build #${payload.label('build.number')}`, payload.optionalText('build.full_url'));
    return [
      {
        event: status,
        topic: branch ? `${job} / ${branch}` : job,
        branch,
        content: `${mark ?? ''} ${name} of ${plain(job)}${where}: **${plain(status.toLowerCase())}**.`,
      },
    ];
  },
  samples: [
    {
      name: 'A build failed',
      body: {
        name: 'shop',
        url: 'job/shop/',
        build: {
          full_url: 'https://ci.example/job/shop/42/',
          number: 42,
          phase: 'FINALIZED',
          status: 'FAILURE',
          scm: { branch: 'origin/main', commit: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c' },
        },
      },
    },
  ],
};
