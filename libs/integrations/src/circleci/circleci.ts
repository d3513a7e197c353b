import type { Integration } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import { refusals } from '../frame/refusals';
import { listedHmacOfBody } from '../frame/signatures';

const MARKS: Readonly<Record<string, string>> = { success: ':check:', failed: ':alert:', error: ':alert:' };

export const circleci: Integration = {
  name: 'circleci',
  displayName: 'CircleCI',
  setup:
    'In the settings of the project, open **Webhooks**, **Add Webhook**, enter `{{url}}` and the secret, and choose ' +
    '**Workflow Completed**.',
  events: ['ping', 'workflow-completed', 'job-completed'],
  withoutPreviews: 'all',
  urlOptions: [
    { key: 'branches', label: 'Branches whose builds are shown, separated by commas', validator: 'check_string' },
    { key: 'only_failures', label: 'Leave out what succeeded', validator: 'check_bool' },
  ],
  signature: listedHmacOfBody('circleci-signature'),
  deliveryId: (_delivery, payload) => payload.optionalText('id'),
  read(payload, { delivery }) {
    const event = payload.text('type');
    if (event === 'ping') {
      return [{ event, topic: 'CircleCI', content: 'CircleCI webhook has been successfully configured.' }];
    }
    if (event !== 'workflow-completed' && event !== 'job-completed') throw refusals.unsupportedEvent('CircleCI', event);
    const kind = event === 'workflow-completed' ? 'workflow' : 'job';
    const status = payload.text(`${kind}.status`);
    if (status === 'success' && delivery.query.only_failures === 'true') return [];
    const branch = payload.optionalText('pipeline.vcs.branch');
    const revision = payload.optionalText('pipeline.vcs.revision')?.slice(0, 7);
    const mark = Object.hasOwn(MARKS, status) ? MARKS[status] : ':info:';
    const name = link(`${kind} ${payload.text(`${kind}.name`)}`, payload.optionalText('workflow.url'));
    const where = `${branch ? ` on \`${plain(branch)}\`` : ''}${revision ? ` at ${plain(revision)}` : ''}`;
    const content = `${mark ?? ''} ${name}${where}: **${plain(status)}**.`;
    return [{ event, topic: payload.text('project.name'), branch, content }];
  },
  samples: [
    {
      name: 'A workflow failed',
      headers: { 'circleci-event-type': 'workflow-completed' },
      body: {
        id: '3888f21b-eaa7-38e3-8f3d-75a63bba8895',
        type: 'workflow-completed',
        happened_at: '2026-11-23T10:30:00Z',
        project: { name: 'shop', slug: 'github/acme/shop' },
        workflow: { name: 'build', status: 'failed', url: 'https://app.circleci.com/workflow/1' },
        pipeline: { number: 130, vcs: { branch: 'main', revision: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c' } },
      },
    },
  ],
};
