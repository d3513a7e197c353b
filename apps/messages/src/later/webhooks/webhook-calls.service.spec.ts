import type { FetchService } from '../../read/fetch/fetch.service';
import type { MessagesEnvironment } from '../../messages.environment';
import type { SendMessageService } from '../../send/messages/send-message.service';
import type { OwnerContexts } from '../../send/notices/owner-context';
import type { EmbeddedBots } from './embedded/embedded-bots';
import type { BotCallLog } from './log/bot-call-log';
import type { WebhookCall, WebhookCallsRepository, WebhookService } from './webhook-calls.repository';
import { WebhookCallsService } from './webhook-calls.service';
import type { WebhookExchange, WebhookResult } from './webhook-exchange';
import type { WebhookOwnerNotices } from './webhook-owner-notices';
import type { WebhookRequest } from './webhook-request';

const SERVICE: WebhookService = { botId: 7, name: 'echo', baseUrl: 'https://bot.example/', interface: 1, token: 't' };
const CALL: WebhookCall = {
  ...{ id: 1, realmId: 3, botId: 7, messageId: 11, partition: 0, deliveryId: 'd', trigger: 'mention' as const },
  ...{ attempts: 1, ageSeconds: 0, pauseSeconds: 0, failures: 0, service: SERVICE },
  ...{ resendOf: null, host: 'bot.example' },
};
const FAILED: WebhookResult = {
  kind: 'failed',
  failure: { inConversation: 'no', forOwner: 'no', isPassing: true },
};
const ANSWERED: WebhookResult = { kind: 'nothing' };

function service(retrySeconds = 600, isPaused = false) {
  const results: WebhookResult[] = [];
  const noteSuccess = vi.fn(() => Promise.resolve());
  const drop = vi.fn(() => Promise.resolve());
  const tell = vi.fn(() => Promise.resolve());
  const sendWithin = vi.fn(() => Promise.resolve());
  const log = { add: vi.fn(), requestOf: vi.fn(), hasReplied: vi.fn(() => Promise.resolve(false)) };
  const post = vi.fn((_service: unknown, _request: WebhookRequest) => Promise.resolve({ result: results.shift() }));
  const repository = {
    noteSuccess,
    noteFailure: () => Promise.resolve(isPaused),
    postpone: () => Promise.resolve(),
    drop,
  };
  const bot = {
    ctx: { actor: { email: 'echo-bot@chat.example', fullName: 'Echo', realmHost: 'acme.chat.example', realmId: 3 } },
    settings: { stringId: 'acme', isDeactivated: false },
    user: { isActive: true, botType: 3 },
  };
  const calls = new WebhookCallsService(
    repository as unknown as WebhookCallsRepository,
    { of: () => Promise.resolve(bot) } as unknown as OwnerContexts,
    { fetchWhole: () => Promise.resolve({ raw_content: '', message: {} }) } as unknown as FetchService,
    { sendWithin } as unknown as SendMessageService,
    { tell } as unknown as WebhookOwnerNotices,
    { post } as unknown as WebhookExchange,
    { serviceOf: (_type: number, stored: WebhookService) => stored } as unknown as EmbeddedBots,
    log as unknown as BotCallLog,
    { STOA_WEBHOOK_RETRY_SECONDS: retrySeconds } as unknown as MessagesEnvironment,
  );
  const settle = (result: WebhookResult, call: Partial<WebhookCall> = {}) => {
    results.push(result);
    return calls.settle({ ...CALL, ...call }, new AbortController().signal);
  };
  return { settle, noteSuccess, drop, tell, sendWithin, log, post };
}

describe('a call that fails', () => {
  it.each([
    [600, {}, 'postponed'],
    [600, { ageSeconds: 599 }, 'failed'],
    [60, { ageSeconds: 59 }, 'failed'],
    [60, { pauseSeconds: 300 }, 'failed'],
    [3_600, { ageSeconds: 599 }, 'postponed'],
    [3_600, { pauseSeconds: 300 }, 'postponed'],
    [0, {}, 'failed'],
  ] as const)('is tried again for %d seconds: with %j it is %s', async (retrySeconds, call, outcome) => {
    expect(await service(retrySeconds).settle(FAILED, call)).toBe(outcome);
  });
});

describe('a service that keeps failing', () => {
  it('is paused, of which its owner is told though the call is tried again', async () => {
    const { settle, tell } = service(600, true);
    expect(await settle(FAILED)).toBe('postponed');
    expect(tell).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.anything(), FAILED.failure, true);
  });
});

describe('a call at which this service itself fails', () => {
  it('is given up when it was tried more often than any call needs', async () => {
    const { settle, drop } = service();
    expect(await settle(ANSWERED, { attempts: 13 })).toBe('gone');
    expect(drop).toHaveBeenCalledExactlyOnceWith(1);
    expect(await settle(ANSWERED, { attempts: 12 })).toBe('silent');
  });
});

describe('a request that is sent again', () => {
  const REPLIED: WebhookResult = { kind: 'reply', reply: { content: 'hi' } };
  const recorded = { request_headers: { 'content-type': 'application/json' }, request_body: '{"a":1,"token":"***"}' };
  const resending = () => {
    const made = service();
    made.log.requestOf.mockResolvedValue(recorded);
    return { ...made, resend: (result: WebhookResult) => made.settle(result, { resendOf: 5 }) };
  };

  it('is as it was, and its answer is said', async () => {
    const { resend, log, post, sendWithin } = resending();
    expect(await resend(REPLIED)).toBe('replied');
    expect(log.requestOf).toHaveBeenCalledExactlyOnceWith({ botId: 7, resendOf: 5 });
    expect(post.mock.calls[0]?.[1]).toMatchObject({
      body: '{"a":1,"token":"t"}',
      headers: { 'x-stoa-delivery': 'd', 'x-stoa-signature': expect.stringMatching(/^v1=/) },
    });
    expect(sendWithin).toHaveBeenCalledTimes(1);
  });

  it('is answered where nobody hears it if its answer was said before', async () => {
    const { resend, log, sendWithin, drop } = resending();
    log.hasReplied.mockResolvedValue(true);
    expect(await resend(REPLIED)).toBe('silent');
    expect(log.hasReplied).toHaveBeenCalledExactlyOnceWith(7, 'd');
    expect([sendWithin.mock.calls.length, drop.mock.calls.length]).toEqual([0, 1]);
  });

  it('hands on that its answer was said, for when the log has that call no longer', async () => {
    const { resend, log, sendWithin } = resending();
    log.hasReplied.mockResolvedValueOnce(true);
    await resend(FAILED);
    expect(log.add.mock.calls[0]?.[2]).toMatchObject({ outcome: 'will_retry', wasSaid: true });
    log.requestOf.mockResolvedValue({ ...recorded, was_said: true });
    expect(await resend(REPLIED)).toBe('silent');
    expect(log.add.mock.calls[1]?.[2]).toMatchObject({ outcome: 'silent', wasSaid: true });
    expect(sendWithin).not.toHaveBeenCalled();
  });

  it('fails for the log alone', async () => {
    const { resend, sendWithin, tell, drop } = resending();
    const refused = { kind: 'failed', failure: { inConversation: 'no', forOwner: 'no', isPassing: false } } as const;
    expect(await resend(refused)).toBe('failed');
    expect([sendWithin.mock.calls.length, tell.mock.calls.length, drop.mock.calls.length]).toEqual([0, 0, 1]);
    expect(await resend(FAILED)).toBe('postponed');
  });

  it('is given up where the log has it no longer', async () => {
    const { resend, log, post } = resending();
    log.requestOf.mockResolvedValue(null);
    expect(await resend(REPLIED)).toBe('gone');
    expect(post).not.toHaveBeenCalled();
    expect(log.add.mock.calls[0]?.[2]).toEqual({ outcome: 'failed', failure: 'The request is not recorded any more.' });
  });

  it.each([
    [{ attempts: 13 }, 'It was tried too often.'],
    [{ service: null }, 'The bot, its service or the message is gone.'],
  ] as const)('leaves in the log why it is given up: %j', async (call, failure) => {
    const { settle, log } = resending();
    expect(await settle(REPLIED, { ...call, resendOf: 5 })).toBe('gone');
    expect(log.add.mock.calls[0]?.[2]).toEqual({ outcome: 'failed', failure });
    expect(await settle(REPLIED, call)).toBe('gone');
    expect(log.add).toHaveBeenCalledTimes(1);
  });
});

describe('an answer of a service', () => {
  it('ends the failures in a row, also those after its call was taken, and costs nothing where there are none', async () => {
    const { settle, noteSuccess } = service();
    expect(await settle(ANSWERED)).toBe('silent');
    expect(noteSuccess).not.toHaveBeenCalled();
    expect(await settle(FAILED)).toBe('postponed');
    await settle(FAILED);
    await settle(ANSWERED, { botId: 8 });
    expect(noteSuccess).not.toHaveBeenCalled();
    await settle(ANSWERED);
    await settle(ANSWERED);
    expect(noteSuccess.mock.calls).toEqual([[7]]);
    await settle(ANSWERED, { botId: 8, failures: 2 });
    expect(noteSuccess.mock.calls).toEqual([[7], [8]]);
  });
});
