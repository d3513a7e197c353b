import { createHmac } from 'node:crypto';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { fetchMessage } from '@stoa/contracts/messages';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import type { RecordedExchange } from './log/sealed-log';
import type { WebhookCall, WebhookService } from './webhook-calls.repository';

type FetchedMessage = RpcResponse<typeof fetchMessage>;

export interface WebhookFacts {
  call: Pick<WebhookCall, 'botId' | 'deliveryId' | 'trigger' | 'realmId'>;
  service: WebhookService;
  bot: { email: string; fullName: string };
  realm: { subdomain: string; host: string };
  fetched: FetchedMessage;
  /** Milliseconds. */
  now: number;
  /** Somebody tries out the service. */
  isTest?: boolean;
}

export interface WebhookRequest {
  body: string;
  headers: Record<string, string>;
}

const SLACK = 2;

/** Slack's form has no direct messages. */
export function isImpossible({ interface: form }: WebhookService, trigger: WebhookCall['trigger']): boolean {
  return form === SLACK && trigger === 'direct_message';
}

const FORM = 'application/x-www-form-urlencoded';

/** What a bot's service is called with, signed with its token. */
export function webhookRequest(facts: WebhookFacts): WebhookRequest {
  const isSlack = facts.service.interface === SLACK;
  const body = isSlack ? slackBody(facts) : genericBody(facts);
  return signed(facts, { body, type: isSlack ? FORM : 'application/json' });
}

/**
 * A request that is sent again: the same body, into which the bot's token is put that the log leaves out, under the same id
 * and signed anew.
 * @param recorded as the log has it, whole
 */
export function resentRequest(
  facts: Pick<WebhookFacts, 'call' | 'service' | 'now'>,
  recorded: Pick<RecordedExchange, 'request_headers' | 'request_body'>,
): WebhookRequest {
  const { token } = facts.service;
  const { 'content-type': type = '' } = recorded.request_headers;
  if (type !== FORM) {
    const body: object = JSON.parse(recorded.request_body);
    return signed(facts, { body: JSON.stringify({ ...body, token }), type });
  }
  const fields = new URLSearchParams(recorded.request_body);
  fields.set('token', token);
  return signed(facts, { body: fields.toString(), type });
}

function signed(
  { call, service, now, isTest }: Pick<WebhookFacts, 'call' | 'service' | 'now' | 'isTest'>,
  { body, type }: { body: string; type: string },
): WebhookRequest {
  const timestamp = String(Math.floor(now / 1_000));
  const signature = createHmac('sha256', service.token).update(`${timestamp}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': type,
      'user-agent': `ZulipOutgoingWebhook/${SERVICE_VERSION}`,
      'x-stoa-delivery': call.deliveryId,
      'x-stoa-timestamp': timestamp,
      'x-stoa-signature': `v1=${signature}`,
      ...(isTest ? { 'x-stoa-test': 'true' } : {}),
    },
  };
}

function genericBody({ call, service, bot, realm, fetched }: WebhookFacts): string {
  const { flags: _flags, content: rendered, ...message } = fetched.message;
  return JSON.stringify({
    data: fetched.raw_content,
    trigger: call.trigger,
    token: service.token,
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    message: {
      ...message,
      content: fetched.raw_content,
      content_type: 'text/x-markdown',
      rendered_content: rendered,
      sender_realm_str: realm.subdomain,
    },
  });
}

/** In the order in which Slack sends them. */
function slackBody({ call, service, realm, fetched }: WebhookFacts): string {
  const { message, raw_content: content } = fetched;
  const fields = {
    token: service.token,
    team_id: `T${call.realmId}`,
    team_domain: realm.host,
    channel_id: `C${message.stream_id ?? ''}`,
    channel_name: typeof message.display_recipient === 'string' ? message.display_recipient : '',
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: content,
    trigger_word: call.trigger,
    service_id: String(call.botId),
  };
  return new URLSearchParams(fields).toString();
}
