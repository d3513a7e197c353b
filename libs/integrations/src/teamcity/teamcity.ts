import type { Integration, Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';

const SUCCESS = ['success', 'SUCCESS'];
const FAILURE = ['failure', 'FAILURE', 'ERROR'];
const DELTAS: Readonly<Record<string, string>> = { fixed: 'fixed', broken: 'broken' };

/** The plugin tcWebHooks sends `build`; the webhooks that TeamCity has itself send `eventType` and `payload`. */
export const teamcity: Integration = {
  name: 'teamcity',
  displayName: 'TeamCity',
  setup:
    'In TeamCity, install the plugin **tcWebHooks** and add a web hook with the URL `{{url}}` and the payload format ' +
    '**Legacy JSON**; or set the parameters `teamcity.internal.webhooks.enable=true`, ' +
    '`teamcity.internal.webhooks.events=BUILD_FINISHED` and `teamcity.internal.webhooks.url={{url}}` of a project.',
  events: ['success', 'failure', 'running'],
  read(payload) {
    if (payload.has('build')) return readPlugin(payload);
    if (!payload.has('eventType')) throw refusals.unknownShape('TeamCity');
    const type = payload.text('eventType');
    if (type === 'BUILD_FINISHED') return readBuiltIn(payload);
    if (/^(BUILD|AGENT|CHANGE)_/.test(type)) return [];
    throw refusals.unsupportedEvent('TeamCity', type);
  },
  samples: [
    {
      name: 'A build failed, by the plugin',
      body: {
        build: {
          buildFullName: 'Shop :: Tests',
          buildNumber: '42',
          buildResult: 'failure',
          buildResultDelta: 'broken',
          buildStatus: 'Tests failed: 2',
          buildStatusUrl: 'https://teamcity.example/viewLog.html?buildId=42',
          branchDisplayName: 'main',
        },
      },
    },
    {
      name: 'A build succeeded, by TeamCity itself',
      body: {
        eventType: 'BUILD_FINISHED',
        payload: {
          number: '43',
          status: 'SUCCESS',
          statusText: 'Tests passed: 120',
          branchName: 'main',
          webUrl: 'https://teamcity.example/build/43',
          buildType: { name: 'Tests', projectName: 'Shop' },
        },
      },
    },
  ],
};

function readPlugin(payload: Payload): Notice[] {
  return notice({
    name: payload.text('build.buildFullName'),
    number: payload.label('build.buildNumber'),
    result: payload.text('build.buildResult'),
    delta: payload.optionalText('build.buildResultDelta'),
    said: payload.optionalText('build.buildStatus'),
    url: payload.optionalText('build.buildStatusUrl'),
    branch: payload.optionalText('build.branchDisplayName'),
  });
}

function readBuiltIn(payload: Payload): Notice[] {
  const project = payload.optionalText('payload.buildType.projectName');
  const build = payload.text('payload.buildType.name');
  return notice({
    name: project === undefined ? build : `${project} :: ${build}`,
    number: payload.label('payload.number'),
    result: payload.text('payload.status'),
    delta: undefined,
    said: payload.optionalText('payload.statusText'),
    url: payload.optionalText('payload.webUrl'),
    branch: payload.optionalText('payload.branchName'),
  });
}

interface Build {
  name: string;
  number: string;
  result: string;
  delta: string | undefined;
  said: string | undefined;
  url: string | undefined;
  branch: string | undefined;
}

function notice({ name, number, result, delta = '', said, url, branch }: Build): Notice[] {
  const event = eventOf(result);
  if (event === undefined) throw refusals.unsupportedEvent('TeamCity', result);
  const mark = { success: ':check:', failure: ':alert:', running: ':info:' }[event];
  const state = { success: 'succeeded', failure: 'failed', running: 'is running' }[event];
  const change = Object.hasOwn(DELTAS, delta) ? `, **${DELTAS[delta] ?? ''}**` : '';
  const details = said === undefined ? '' : ` ${plain(said)}`;
  const content = `${mark} ${link(`Build ${number}`, url)} of ${plain(name)} **${state}**${change}.${details}`;
  return [{ event, topic: branch === undefined ? name : `${name} (${branch})`, branch, content }];
}

function eventOf(result: string): 'success' | 'failure' | 'running' | undefined {
  if (SUCCESS.includes(result)) return 'success';
  if (FAILURE.includes(result)) return 'failure';
  return result === 'running' ? 'running' : undefined;
}
