import type { Integration } from './frame/declaration';
import { alertmanager } from './alertmanager/alertmanager';
import { argocd } from './argocd/argocd';
import { azuredevops } from './azuredevops/azuredevops';
import { bitbucket } from './bitbucket/bitbucket';
import { bitbucketServer } from './bitbucket-server/bitbucket-server';
import { buildkite } from './buildkite/buildkite';
import { circleci } from './circleci/circleci';
import { confluence } from './confluence/confluence';
import { datadog } from './datadog/datadog';
import { freshdesk } from './freshdesk/freshdesk';
import { gitea } from './gitea/gitea';
import { github } from './github/github';
import { gitlab } from './gitlab/gitlab';
import { grafana } from './grafana/grafana';
import { jenkins } from './jenkins/jenkins';
import { jira } from './jira/jira';
import { json } from './json/json';
import { linear } from './linear/linear';
import { nagios } from './nagios/nagios';
import { newrelic } from './newrelic/newrelic';
import { opsgenie } from './opsgenie/opsgenie';
import { pagerduty } from './pagerduty/pagerduty';
import { sentry } from './sentry/sentry';
import { servicenow } from './servicenow/servicenow';
import { slackIncoming } from './slack-incoming/slack-incoming';
import { splunk } from './splunk/splunk';
import { stripe } from './stripe/stripe';
import { teamcity } from './teamcity/teamcity';
import { template } from './template/template';
import { uptimeKuma } from './uptime-kuma/uptime-kuma';
import { zabbix } from './zabbix/zabbix';
import { ifttt, zapier } from './zapier/zapier';
import { zendesk } from './zendesk/zendesk';

/** Every integration, in the order of their names. */
export const INTEGRATIONS: readonly Integration[] = [
  alertmanager,
  argocd,
  azuredevops,
  bitbucket,
  bitbucketServer,
  buildkite,
  circleci,
  confluence,
  datadog,
  freshdesk,
  gitea,
  github,
  gitlab,
  grafana,
  ifttt,
  jenkins,
  jira,
  json,
  linear,
  nagios,
  newrelic,
  opsgenie,
  pagerduty,
  sentry,
  servicenow,
  slackIncoming,
  splunk,
  stripe,
  teamcity,
  template,
  uptimeKuma,
  zabbix,
  zapier,
  zendesk,
];

const BY_NAME = new Map(INTEGRATIONS.map((integration) => [integration.name, integration]));

export function integrationNamed(name: string): Integration | undefined {
  return BY_NAME.get(name);
}
