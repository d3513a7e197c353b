import { createHmac } from 'node:crypto';
import { noteIncomingDelivery, postMessage } from '@stoa/contracts/messages';
import { DomainError, UnavailableError } from '@stoa/errors';
import { INTEGRATIONS } from '@stoa/integrations';
import { shownHeaders } from '@stoa/policy';
import type { InjectOptions, Response } from 'light-my-request';
import { bot, deliver, HOOK_KEY, noted, rpc, useExternalApplication } from '../test-support/external-application';
import { apiKey } from '../test-support/fake-stores';

describe('the log of deliveries remembers for the owner of the bot', () => {
  const application = useExternalApplication();

  const post = (path: string, body: unknown, options?: InjectOptions): Promise<Response> =>
    deliver(application(), path, body, options);

  const ping = { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };

  it('what was posted, without the key', async () => {
    const headers = {
      ...ping,
      'x-hub-signature-256': 'sha256=00',
      referer: `https://chat.example/?api_key=${HOOK_KEY}`,
    };
    await post(`github?api_key=${HOOK_KEY}&stream=1`, { zen: `${HOOK_KEY}!` }, { headers });
    expect(noted()).toEqual([
      {
        integration: 'github',
        delivery_id: 'd-1',
        received_at_ms: expect.any(Number),
        duration_ms: expect.any(Number),
        outcome: 'posted',
        status: 200,
        failure: null,
        events: ['ping'],
        filtered_by: [],
        message_ids: [1],
        body: '{"zen":"***!"}',
        head: {
          headers: expect.objectContaining({
            'x-github-event': 'ping',
            'x-hub-signature-256': '***',
            referer: 'https://chat.example/?api_key=***',
          }),
          query: { stream: '1' },
          is_whole: false,
        },
        is_signed: false,
      },
    ]);
  });

  it('what was kept out, and why', async () => {
    await post(`github?api_key=${HOOK_KEY}&stream=1&exclude_events=["ping"]`, {}, { headers: ping });
    const packaged = { headers: { 'x-github-event': 'package' } };
    await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, packaged);
    await post(`github?api_key=${HOOK_KEY}&stream=1`, '{', { headers: ping });
    rpc.answer(postMessage, () => {
      throw new DomainError('STREAM_DOES_NOT_EXIST', "Channel 'x' does not exist");
    });
    await post(`github?api_key=${HOOK_KEY}&stream=x`, {}, { headers: ping });
    expect(noted()).toMatchObject([
      { outcome: 'filtered', status: 200, filtered_by: ['exclude_events'], message_ids: [] },
      { outcome: 'unsupported', status: 200, failure: expect.stringContaining("The 'package' event") },
      { outcome: 'refused', status: 400, failure: 'Malformed JSON', body: '{' },
      { outcome: 'refused', status: 200, failure: "Channel 'x' does not exist", message_ids: [] },
    ]);
  });

  it('faults of the service, without what they were', async () => {
    rpc.answer(postMessage, () => {
      throw new TypeError('secret');
    });
    expect((await post(`json?api_key=${HOOK_KEY}&stream=1`, {})).statusCode).toBe(500);
    expect(noted()).toMatchObject([{ outcome: 'failed', status: 500, failure: null }]);
  });

  it('how far it came, where sending fails', async () => {
    const countOf = (outcome: string) =>
      application().metric('stoa_webhook_deliveries_total', `integration="alertmanager",outcome="${outcome}"`);
    const before = await countOf('failed');
    const alertOf = (alertname: string) => ({ status: 'firing', labels: { alertname } });
    const refusals: [Error, object][] = [
      [new DomainError('BAD_REQUEST', 'Not allowed'), { outcome: 'refused', status: 400, failure: 'Not allowed' }],
      [new UnavailableError('away'), { outcome: 'failed', status: 503, failure: null }],
    ];
    for (const [error] of refusals) {
      let sent = 0;
      rpc.answer(postMessage, () => {
        sent += 1;
        if (sent === 2) throw error;
        return Buffer.from('{"id":7}');
      });
      await post(`alertmanager?api_key=${HOOK_KEY}&stream=1`, { alerts: [alertOf('Disk'), alertOf('Memory')] });
    }
    expect(noted()).toMatchObject(refusals.map(([, end]) => ({ ...end, events: ['firing'], message_ids: [7] })));
    expect(await countOf('failed')).toBe(before + 1);
  });

  it('texts of the tool without what the database cannot hold, and no more of them than is shown', async () => {
    const id = `d\u0000${'1'.repeat(488)}😀`;
    await post(`json?api_key=${HOOK_KEY}&stream=1`, { a: 'é'.repeat(70_000) });
    await post(
      `github?api_key=${HOOK_KEY}&stream=1`,
      {},
      { headers: { ...ping, 'x-github-delivery': '1'.repeat(600) } },
    );
    rpc.answer(postMessage, () => {
      throw new DomainError('STREAM_DOES_NOT_EXIST', `Channel '${id}' does not exist`);
    });
    await post(`github?api_key=${HOOK_KEY}&stream=x`, {}, { headers: ping });
    expect(noted()).toMatchObject([
      { body: expect.stringMatching(/^.{65536}$/), head: { is_whole: false } },
      { delivery_id: '1'.repeat(500) },
      { failure: expect.stringMatching(/^Channel 'd\ufffd1{488}\ufffd$/) },
    ]);
  });

  it('whether it was signed, and no secret of the bot', async () => {
    const secret = 'a secret of the bot';
    bot.current = { ownerId: 9, settings: { webhook_secret: secret }, people: new Map() };
    const signature = `sha256=${createHmac('sha256', secret).update(`{"zen":"${secret}"}`).digest('hex')}`;
    const signed = { ...ping, 'x-hub-signature-256': signature, 'x-note': secret };
    await post(`github?api_key=${HOOK_KEY}&stream=1`, { zen: secret }, { headers: signed });
    await post(`github?api_key=${HOOK_KEY}&stream=1`, { zen: secret }, { headers: ping });
    expect(noted()).toMatchObject([
      { is_signed: true, body: '{"zen":"***"}', head: { headers: { 'x-note': '***' } } },
      { is_signed: false, status: 401 },
    ]);
  });

  it('the address without secrets, and as what can be taken again if nothing that was said is hidden', async () => {
    const secret = 'a secret of the bot';
    bot.current = { ownerId: 9, settings: { 'webhook_secret:gitlab': secret }, people: new Map() };
    const address = `json?api_key=${HOOK_KEY}&stream=1&webhook_secret=another&webhook_secret%3Ajson=one`;
    await post(address, {});
    await post(`${address}&topic=${encodeURIComponent(`${secret}!`)}`, {});
    await post(address, { secret });
    const headers: unknown = expect.anything();
    expect(noted()).toEqual([
      expect.objectContaining({ head: { headers, query: { stream: '1' }, is_whole: true } }),
      expect.objectContaining({ head: { headers, query: { stream: '1', topic: '***!' }, is_whole: false } }),
      expect.objectContaining({
        body: '{"secret":"***"}',
        head: { headers, query: { stream: '1' }, is_whole: false },
      }),
    ]);
  });

  it('bytes that are no text, as what cannot be taken again', async () => {
    const payload = Buffer.from([0x7b, 0xff, 0x7d]);
    await application().inject({ method: 'POST', url: `/api/v1/external/json?api_key=${HOOK_KEY}&stream=1`, payload });
    expect(noted()).toMatchObject([{ body: '{\ufffd}', head: { is_whole: false } }]);
  });

  it('every header by which integrations know what it is', () => {
    const names = INTEGRATIONS.flatMap(({ eventHeader, otherEventHeaders = [] }) => [
      ...(eventHeader === undefined ? [] : [eventHeader]),
      ...otherEventHeaders,
    ]);
    const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), 'event']));
    expect(shownHeaders(headers, [])).toEqual(headers);
  });

  it('nothing of who has no key, and answers as ever when it cannot', async () => {
    application().limiter.counts.clear();
    await post(`json?api_key=${apiKey('wrong')}`, {});
    application().limiter.counts.clear();
    expect(noted()).toEqual([]);
    rpc.answer(noteIncomingDelivery, () => {
      throw new Error('the service is away');
    });
    expect((await post(`json?api_key=${HOOK_KEY}&stream=1`, {})).statusCode).toBe(200);
  });
});
