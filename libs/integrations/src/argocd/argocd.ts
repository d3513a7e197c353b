import type { Integration } from '../frame/declaration';
import { bullets, link, plain, quote } from '../frame/message-text';

export const argocd: Integration = {
  name: 'argocd',
  displayName: 'Argo CD',
  setup:
    'In the configuration of Argo CD notifications, add `service.webhook.chat` with the url `{{url}}`, and for the triggers ' +
    '`on-sync-failed`, `on-health-degraded` and `on-deployed` a template that posts ' +
    '`{"app":"{{.app.metadata.name}}","project":"{{.app.spec.project}}","sync":"{{.app.status.sync.status}}",' +
    '"health":"{{.app.status.health.status}}","phase":"{{.app.status.operationState.phase}}",' +
    '"revision":"{{.app.status.sync.revision}}","url":"{{.context.argocdUrl}}/applications/{{.app.metadata.name}}",' +
    '"message":"{{.app.status.operationState.message}}"}`.',
  events: ['failed', 'degraded', 'deployed'],
  withoutPreviews: 'all',
  read(payload) {
    const app = payload.text('app');
    const phase = payload.optionalText('phase') ?? '';
    const health = payload.optionalText('health') ?? '';
    const isFailed = phase === 'Failed' || phase === 'Error';
    const isBad = isFailed || health === 'Degraded';
    const name = link(app, payload.optionalText('url'));
    const revision = payload.optionalText('revision')?.slice(0, 8);
    if (!isBad) {
      const at = revision ? ` at ${plain(revision)}` : '';
      return [{ event: 'deployed', topic: app, content: `:check: ${name} is deployed${at}.` }];
    }
    const details = bullets([
      ['Project', plain(payload.optionalText('project') ?? '')],
      ['Sync', plain(payload.optionalText('sync') ?? '')],
      ['Health', plain(health)],
      ['Phase', plain(phase)],
      ['Revision', plain(revision ?? '')],
    ]);
    const words = isFailed ? 'could not be synchronized' : 'is degraded';
    const content = `:alert: ${name} ${words}.\n${details}${quote(payload.optionalText('message'))}`;
    return [{ event: isFailed ? 'failed' : 'degraded', topic: app, content }];
  },
  samples: [
    {
      name: 'A synchronization failed',
      body: {
        app: 'shop',
        project: 'default',
        sync: 'OutOfSync',
        health: 'Healthy',
        phase: 'Failed',
        revision: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
        url: 'https://argocd.example/applications/shop',
        message: 'one or more objects failed to apply',
      },
    },
    {
      name: 'It is deployed',
      body: {
        app: 'shop',
        sync: 'Synced',
        health: 'Healthy',
        phase: 'Succeeded',
        revision: '0d1a26e67d8f5eaf',
        url: 'https://argocd.example/applications/shop',
      },
    },
  ],
};
