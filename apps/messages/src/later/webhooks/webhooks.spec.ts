import { createHmac } from 'node:crypto';
import { OutgoingError } from '@stoa/outgoing-http';
import { readAnswer } from './webhook-answer';
import { failureOfError, failureOfStatus, pauseAfter } from './webhook-outcome';
import { payloadText } from './webhook-owner-notices';
import { callRecord } from './log/call-record';
import { WebhookFacts, isImpossible, resentRequest, webhookRequest } from './webhook-request';

const GENERIC = 1;
const SLACK = 2;

const facts = (form: number): WebhookFacts => ({
  call: { botId: 7, realmId: 3, deliveryId: '0b9c5b0e-8f0e-4a34-9d3e-1f2a3b4c5d6e', trigger: 'mention' },
  service: { botId: 7, name: 'echo', baseUrl: 'https://bot.example/', interface: form, token: 'x'.repeat(32) },
  bot: { email: 'echo-bot@chat.example', fullName: 'Echo' },
  realm: { subdomain: 'acme', host: 'acme.chat.example' },
  fetched: {
    raw_content: '@**Echo** say & hear',
    message: {
      id: 11,
      type: 'stream',
      sender_id: 4,
      sender_email: 'user4@chat.example',
      sender_full_name: 'Ada',
      sender_realm_str: '',
      recipient_id: 5,
      stream_id: 6,
      display_recipient: 'general',
      subject: 'greetings',
      content: '<p>hear</p>',
      content_type: 'text/html',
      timestamp: 1_700_000_000,
      client: 'website',
      avatar_url: '/avatar/4',
      is_me_message: false,
      reactions: [],
      submessages: [],
      topic_links: [],
      flags: ['read'],
    },
  },
  now: 1_700_000_001_234,
});

describe('what a service is called with', () => {
  it('is JSON in the generic form', () => {
    const { body, headers } = webhookRequest(facts(GENERIC));
    const sent = JSON.parse(body);
    expect(sent).toEqual({
      data: '@**Echo** say & hear',
      trigger: 'mention',
      token: 'x'.repeat(32),
      bot_email: 'echo-bot@chat.example',
      bot_full_name: 'Echo',
      message: expect.objectContaining({
        id: 11,
        content: '@**Echo** say & hear',
        content_type: 'text/x-markdown',
        rendered_content: '<p>hear</p>',
        sender_realm_str: 'acme',
        stream_id: 6,
        display_recipient: 'general',
        subject: 'greetings',
      }),
    });
    expect(sent.message).not.toHaveProperty('flags');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^ZulipOutgoingWebhook\/\S+$/),
      'x-stoa-delivery': '0b9c5b0e-8f0e-4a34-9d3e-1f2a3b4c5d6e',
      'x-stoa-timestamp': '1700000001',
    });
  });

  it('is a form in the order of Slack', () => {
    const { body, headers } = webhookRequest(facts(SLACK));
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(body)]).toEqual([
      ['token', 'x'.repeat(32)],
      ['team_id', 'T3'],
      ['team_domain', 'acme.chat.example'],
      ['channel_id', 'C6'],
      ['channel_name', 'general'],
      ['thread_ts', '1700000000'],
      ['timestamp', '1700000000'],
      ['user_id', 'U4'],
      ['user_name', 'Ada'],
      ['text', '@**Echo** say & hear'],
      ['trigger_word', 'mention'],
      ['service_id', '7'],
    ]);
    expect(isImpossible(facts(SLACK).service, 'direct_message')).toBe(true);
    expect(isImpossible(facts(GENERIC).service, 'direct_message')).toBe(false);
  });

  it('is signed with the token over time and body', () => {
    const { body, headers } = webhookRequest(facts(GENERIC));
    const expected = createHmac('sha256', 'x'.repeat(32)).update(`1700000001.${body}`).digest('hex');
    expect(headers['x-stoa-signature']).toBe(`v1=${expected}`);
  });
});

describe('what a service is called with again', () => {
  it.each([
    ['JSON', GENERIC],
    ['a form', SLACK],
  ])('is the same %s, under the same id, signed anew, though the log has no token', (_name, form) => {
    const first = webhookRequest(facts(form));
    const trace = { startedAt: 0, durationMs: 0, status: 503, requestBody: first.body, answerBody: null };
    const { call, service } = facts(form);
    const { exchange } = callRecord(
      { ...call, messageId: 11, attempt: 1, resendOf: null },
      service,
      { outcome: 'failed', failure: null, trace: { ...trace, requestHeaders: first.headers } },
      0,
    );
    if (!exchange) throw new Error('a call that was made has an exchange');
    expect(exchange.request_body).not.toContain(service.token);
    const later = { call, service, now: facts(form).now + 60_000 };
    expect(resentRequest(later, exchange)).toEqual(webhookRequest({ ...facts(form), now: later.now }));
  });
});

describe('what a service answers', () => {
  it.each([
    ['{"content":"hi"}', GENERIC, { kind: 'reply', reply: { content: 'hi' } }],
    ['{"response_string":"hi"}', GENERIC, { kind: 'reply', reply: { content: 'hi' } }],
    [
      '{"content":"hi","widget_content":{"a":1}}',
      GENERIC,
      { kind: 'reply', reply: { content: 'hi', widgetContent: '{"a":1}' } },
    ],
    ['{"text":"hi"}', SLACK, { kind: 'reply', reply: { content: 'hi' } }],
    ['{"text":"hi"}', GENERIC, { kind: 'nothing' }],
    ['{"response_not_required":true,"content":"hi"}', GENERIC, { kind: 'nothing' }],
    ['{}', GENERIC, { kind: 'nothing' }],
    ['{"content":"  "}', GENERIC, { kind: 'nothing' }],
    ['""', GENERIC, { kind: 'nothing' }],
    ['', GENERIC, { kind: 'wrong', failure: 'Invalid JSON in response' }],
    ['<html>', GENERIC, { kind: 'wrong', failure: 'Invalid JSON in response' }],
    ['[1]', GENERIC, { kind: 'wrong', failure: 'Invalid response format' }],
    ['null', GENERIC, { kind: 'wrong', failure: 'Invalid response format' }],
    ['{"content":7}', GENERIC, { kind: 'wrong', failure: 'Invalid response format' }],
  ])('%s', (text, form, expected) => {
    expect(readAnswer(text, form)).toEqual(expected);
  });
});

describe('failed calls', () => {
  it.each([
    [failureOfStatus(503, undefined), 1, 0, 5],
    [failureOfStatus(503, undefined), 2, 6, 30],
    [failureOfStatus(503, undefined), 3, 40, 120],
    [failureOfStatus(503, undefined), 4, 170, null],
    [failureOfStatus(429, '60'), 1, 0, 60],
    [failureOfStatus(429, '3600'), 1, 0, null],
    [failureOfStatus(429, 'Wed, 21 Oct 2026 07:28:00 GMT', Date.parse('2026-10-21T07:26:59.400Z')), 1, 0, 61],
    [failureOfStatus(503, 'Wed, 21 Oct 2026 07:28:00 GMT', Date.parse('2026-10-21T07:29:00Z')), 1, 0, 5],
    [failureOfStatus(503, 'Wednesday, 21-Oct-26 07:28:00 GMT', Date.parse('2026-10-21T07:27:00Z')), 1, 0, 60],
    [failureOfStatus(503, 'soon', 0), 1, 0, 5],
    [failureOfStatus(404, undefined), 1, 0, null],
    [failureOfError(new OutgoingError('timeout', ''), 10_000), 1, 10, 5],
    [failureOfError(new OutgoingError('network', ''), 10_000), 1, 599, null],
    [failureOfError(new OutgoingError('refused', ''), 10_000), 1, 0, null],
  ])('%j after attempt %d', (failure, attempts, ageSeconds, expected) => {
    expect(pauseAfter(failure, { attempts, ageSeconds }, 600)).toBe(expected);
  });

  it.each([
    [0, null],
    [5, null],
    [6, 5],
    [3_600, 5],
  ])('are tried again for %d seconds after the message', (latestSeconds, expected) => {
    const failure = failureOfStatus(503, undefined);
    expect(pauseAfter(failure, { attempts: 1, ageSeconds: 1 }, latestSeconds)).toBe(expected);
    const later = failureOfStatus(429, '3000');
    expect(pauseAfter(later, { attempts: 1, ageSeconds: 1 }, latestSeconds)).toBe(latestSeconds > 3_000 ? 3_000 : null);
  });

  it('are no faults of our own', () => {
    expect(() => failureOfError(new TypeError('x'), 10_000)).toThrow(TypeError);
    expect(() => failureOfError(new OutgoingError('aborted', ''), 10_000)).toThrow(OutgoingError);
  });
});

describe('what the owner sees of an answer', () => {
  const service = { token: 'x'.repeat(32) };
  const shown = (answerBody: string | null) => payloadText({ service, trace: { answerBody } });

  it('is its body as code, which it cannot leave, without the token', () => {
    expect(shown(`no \`\`\`\` ${service.token}`)).toBe(
      '\nThe response contains the following payload:\n`````\nno ```` ***\n`````',
    );
    expect(shown('x'.repeat(20_000)).length).toBeLessThan(3_200);
  });

  it('is nothing without an answer', () => {
    expect([shown(null), shown(' \n'), payloadText({ service })]).toEqual(['', '', '']);
  });
});
