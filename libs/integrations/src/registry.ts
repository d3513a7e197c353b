import { alertmanager } from './alertmanager/alertmanager';
import type { Integration } from './frame/declaration';
import { github } from './github/github';
import { gitlab } from './gitlab/gitlab';
import { grafana } from './grafana/grafana';
import { jira } from './jira/jira';
import { json } from './json/json';
import { pagerduty } from './pagerduty/pagerduty';
import { sentry } from './sentry/sentry';
import { slackIncoming } from './slack-incoming/slack-incoming';
import { template } from './template/template';
import { ifttt, zapier } from './zapier/zapier';

/** Every integration, in the order of their names. */
export const INTEGRATIONS: readonly Integration[] = [
  alertmanager,
  github,
  gitlab,
  grafana,
  ifttt,
  jira,
  json,
  pagerduty,
  sentry,
  slackIncoming,
  template,
  zapier,
];

const BY_NAME = new Map(INTEGRATIONS.map((integration) => [integration.name, integration]));

export function integrationNamed(name: string): Integration | undefined {
  return BY_NAME.get(name);
}
