import type { Integration, Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { anyOf, hmacOfTimeAndBody, listedValues, tokenIn } from '../frame/signatures';

const HEADER = 'x-buildkite-signature';
const MARKS: Readonly<Record<string, string>> = { passed: ':check:', failed: ':alert:', failing: ':alert:' };

export const buildkite: Integration = {
  name: 'buildkite',
  displayName: 'Buildkite',
  setup:
    'In Buildkite, open **Settings**, **Notification Services**, add a **Webhook** with the URL `{{url}}`, use its token as ' +
    'the secret, and choose `build.failing` and `build.finished`.',
  eventHeader: 'X-Buildkite-Event',
  events: ['ping', 'build.failing', 'build.finished'],
  withoutPreviews: 'all',
  urlOptions: [
    { key: 'branches', label: 'Branches whose builds are shown, separated by commas', validator: 'check_string' },
  ],
  signature: anyOf(
    hmacOfTimeAndBody('HMAC-SHA256 of time, full stop and body in the header `X-Buildkite-Signature`', (headers) => ({
      time: listedValues(headers[HEADER], 'timestamp')[0] ?? '',
      signatures: listedValues(headers[HEADER], 'signature'),
    })),
    tokenIn('X-Buildkite-Token'),
  ),
  read(payload, { event }) {
    if (event === 'ping') {
      return [{ event, topic: 'Buildkite', content: 'Buildkite webhook has been successfully configured.' }];
    }
    if (event === 'build.failing' || event === 'build.finished') return readBuild(payload, event);
    if (/^(build|job|agent)\./.test(event)) return [];
    throw refusals.unsupportedEvent('Buildkite', event);
  },
  samples: [
    {
      name: 'A build failed',
      headers: { 'X-Buildkite-Event': 'build.finished' },
      body: {
        event: 'build.finished',
        build: {
          number: 42,
          state: 'failed',
          branch: 'main',
          message: 'Show prices in euros',
          web_url: 'https://buildkite.com/acme/shop/builds/42',
          creator: { name: 'Ada Lovelace' },
        },
        pipeline: { name: 'shop' },
      },
    },
  ],
};

function readBuild(payload: Payload, event: string): Notice[] {
  const state = payload.text('build.state');
  const pipeline = payload.text('pipeline.name');
  const branch = payload.optionalText('build.branch') ?? 'unknown';
  const creator = payload.optionalText('build.creator.name');
  const mark = Object.hasOwn(MARKS, state) ? MARKS[state] : ':info:';
  const name = link(`Build #${payload.label('build.number')}`, payload.optionalText('build.web_url'));
  const message = plain((payload.optionalText('build.message') ?? '').split('\n')[0] ?? '');
  const by = creator ? ` by ${plain(creator)}` : '';
  const content = `${mark ?? ''} ${name} of ${plain(pipeline)}${by}: **${plain(state)}**.${message && ` ${message}`}`;
  return [{ event, topic: `${pipeline} / ${branch}`, branch, content }];
}
