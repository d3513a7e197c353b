import type { Integration, Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import { Payload } from '../frame/payload';
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
    '`teamcity.internal.webhooks.events=BUILD_FINISHED` and `teamcity.internal.webhooks.url={{url}}` of a project. ' +
    'Of a personal build only the person hears who started it, if one account has that name or address.',
  events: ['success', 'failure', 'running'],
  withoutPreviews: 'all',
  urlOptions: [
    { key: 'branches', label: 'Branches whose builds are shown, separated by commas', validator: 'check_string' },
  ],
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
    starters: personalStarters(payload.node('build')),
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
    starters: payload.optionalFlag('payload.personal')
      ? ['name', 'email', 'username'].flatMap((key) => payload.optionalText(`payload.triggered.user.${key}`) ?? [])
      : undefined,
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
  /** What the person is called who started a personal build; undefined for builds of everybody. */
  starters: readonly string[] | undefined;
}

function personalStarters(build: Payload): string[] | undefined {
  const flags = [build.node('buildIsPersonal').value, propertyOf(build, 'env.BUILD_IS_PERSONAL')];
  if (!flags.some((flag) => flag === true || flag === 'true')) return undefined;
  const names = [build.optionalText('triggeredBy'), propertyOf(build, 'teamcity.build.triggeredBy.username')];
  return names.filter((name) => name !== undefined);
}

/** Builds have hundreds that nobody asks for: those may be of any form. */
function propertyOf(build: Payload, name: string): string | undefined {
  const { value: properties } = build.node('teamcityProperties');
  if (!Array.isArray(properties)) return undefined;
  const found: unknown = properties.find((property: unknown) => Object(property).name === name);
  const { value } = new Payload(found).node('value');
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function notice({ name, number, result, delta = '', said, url, branch, starters }: Build): Notice[] {
  const event = eventOf(result);
  if (event === undefined) throw refusals.unsupportedEvent('TeamCity', result);
  const mark = { success: ':check:', failure: ':alert:', running: ':info:' }[event];
  const state = { success: 'succeeded', failure: 'failed', running: 'is running' }[event];
  const change = Object.hasOwn(DELTAS, delta) ? `, **${DELTAS[delta] ?? ''}**` : '';
  const details = said === undefined ? '' : ` ${plain(said)}`;
  const content = `${mark} ${link(`Build ${number}`, url)} of ${plain(name)} **${state}**${change}.${details}`;
  const base = { event, topic: branch === undefined ? name : `${name} (${branch})`, branch };
  if (starters === undefined) return [{ ...base, content }];
  return [{ ...base, content: `${content}\nThis is your personal build.`, recipients: starters }];
}

function eventOf(result: string): 'success' | 'failure' | 'running' | undefined {
  if (SUCCESS.includes(result)) return 'success';
  if (FAILURE.includes(result)) return 'failure';
  return result === 'running' ? 'running' : undefined;
}
