import type { Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

const BAD = new Set(['failure', 'timed_out', 'startup_failure', 'action_required', 'error']);

/** Only how a check ended. */
export function readCheckRun(payload: Payload, repository: string): Notice[] {
  const run = payload.node('check_run');
  if (run.text('status') !== 'completed') return [];
  const conclusion = run.optionalText('conclusion') ?? 'unknown';
  const name = link(run.text('name'), run.optionalText('html_url'));
  const sha = run.text('head_sha').slice(0, 7);
  return [
    {
      topic: `${repository} / checks`,
      event: 'check_run',
      content: `${markOf(conclusion)} Check ${name} of ${sha}: **${plain(conclusion.replaceAll('_', ' '))}**.`,
    },
  ];
}

/** Only failures: what works is seen at the pull request. */
export function readWorkflowRun(payload: Payload, repository: string): Notice[] {
  const run = payload.node('workflow_run');
  const conclusion = run.optionalText('conclusion') ?? '';
  if (payload.text('action') !== 'completed' || !BAD.has(conclusion)) return [];
  const branch = run.optionalText('head_branch') ?? 'unknown';
  const name = link(run.text('name'), run.optionalText('html_url'));
  return [
    {
      topic: `${repository} / ${branch}`,
      event: 'workflow_run',
      content: `:alert: Workflow ${name} on \`${plain(branch)}\`: **${plain(conclusion.replaceAll('_', ' '))}**.`,
    },
  ];
}

export function readStatus(payload: Payload, repository: string): Notice[] {
  const state = payload.text('state');
  if (state === 'pending') return [];
  const sha = payload.text('sha').slice(0, 7);
  const context = link(payload.text('context'), payload.optionalText('target_url'));
  return [
    {
      topic: `${repository} / checks`,
      event: 'status',
      content:
        `${markOf(state)} ${context} of ${sha}: **${plain(state)}**. ${plain(payload.optionalText('description') ?? '')}`.trimEnd(),
    },
  ];
}

export function readDeployment(payload: Payload, repository: string, sender: string): Notice[] {
  const environment = payload.text('deployment.environment');
  const topic = `${repository} / Deployment on ${environment}`;
  if (!payload.has('deployment_status')) {
    return [{ topic, event: 'deployment', content: `${sender} created a deployment on ${plain(environment)}.` }];
  }
  const state = payload.text('deployment_status.state');
  const words = link(state.replaceAll('_', ' '), payload.optionalText('deployment_status.target_url'));
  const content = `${markOf(state)} Deployment on ${plain(environment)}: **${words}**.`;
  return [{ topic, event: 'deployment_status', content }];
}

/** Findings of Dependabot and of the search for secrets. */
export function readAlert(payload: Payload, repository: string, event: string): Notice[] {
  const action = payload.text('action');
  if (action !== 'created' && action !== 'fixed' && action !== 'reopened' && action !== 'resolved') return [];
  const alert = payload.node('alert');
  const name =
    alert.optionalText('security_advisory.summary') ?? alert.optionalText('secret_type_display_name') ?? 'Finding';
  const severity = alert.optionalText('security_advisory.severity');
  const isOpen = action === 'created' || action === 'reopened';
  const what = link(`#${alert.label('number')} ${name}`, alert.optionalText('html_url'));
  return [
    {
      topic: `${repository} / security`,
      event,
      content: `${isOpen ? ':alert:' : ':check:'} Security alert ${what} ${plain(action)}${severity ? ` (${plain(severity)})` : ''}.`,
    },
  ];
}

function markOf(outcome: string): string {
  return BAD.has(outcome) ? ':alert:' : outcome === 'success' ? ':check:' : ':info:';
}
