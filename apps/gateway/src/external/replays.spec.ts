import { noteIncomingDelivery, readIncomingDelivery } from '@stoa/contracts/messages';
import { DomainError } from '@stoa/errors';
import {
  bot,
  callsOf,
  HOOK_KEY,
  noted,
  rpc,
  sends,
  useExternalApplication,
} from '../test-support/external-application';
import { apiKey } from '../test-support/fake-stores';
import { basic } from '../test-support/test-application';

describe('a delivery that is taken again', () => {
  const application = useExternalApplication();

  const OWNER_KEY = apiKey('owner');
  const recorded = {
    bot: {
      ...{ role: 400, email: 'hook-bot@chat.example', delivery_email: 'hook-bot@chat.example', full_name: 'Hook' },
      can_forge_sender: false,
    },
    ...{ integration: 'github', is_signed: false as boolean | null, query: { stream: '3' }, body: '{}' },
    headers: { 'x-github-event': 'ping', 'x-github-delivery': 'd-1', 'x-hub-signature-256': '***' },
  };
  const replay = (changes: Partial<typeof recorded> = {}) => {
    rpc.answer(readIncomingDelivery, { ...recorded, ...changes });
    rpc.answer(noteIncomingDelivery, { id: 77 });
    return application().inject({
      method: 'POST',
      url: '/api/v1/bots/7/deliveries/5/replay',
      headers: { ...basic('ada@chat.example', OWNER_KEY), 'x-request-id': 'a-request-of-the-caller' },
    });
  };
  beforeAll(() => {
    application().keys.add(OWNER_KEY, { userId: 9, email: 'ada@chat.example' });
  });

  it('is posted as its bot, and not as a repetition', async () => {
    const answer = await replay();
    expect(answer.json()).toMatchObject({
      result: 'success',
      delivery: {
        id: 77,
        integration: 'github',
        delivery_id: 'd-1',
        outcome: 'posted',
        status: 200,
        message_ids: [1],
      },
    });
    const [read] = callsOf(readIncomingDelivery);
    expect(read).toMatchObject({ context: { actor: { userId: 9 } }, request: { bot_id: 7, id: 5 } });
    await replay();
    expect(sends()).toMatchObject([
      {
        context: { actor: { userId: 7, isBot: true, botType: 2, clientName: 'ZulipGitHubWebhook' } },
        request: { type: 'channel', to: '3' },
      },
      {},
    ]);
    const keys = sends().map(({ request }) => Reflect.get(Object(request), 'idempotency_key'));
    const url = `/api/v1/external/github?api_key=${HOOK_KEY}&stream=3`;
    await application().inject({ method: 'POST', url, payload: '{}', headers: recorded.headers });
    keys.push(Reflect.get(Object(sends()[2]?.request), 'idempotency_key'));
    expect(new Set(keys).size).toBe(3);
    expect(noted()[0]).toMatchObject({ replay_of: 5, delivery_id: 'd-1', outcome: 'posted', is_signed: false });
    expect(noted()[2]).not.toHaveProperty('replay_of');
  });

  it.each([
    [true, {}, 200],
    [false, {}, 200],
    [null, {}, 200],
    [true, { webhook_secret: 's' }, 200],
    [false, { webhook_secret: 's' }, 401],
    [null, { webhook_secret: 's' }, 401],
    [true, { 'webhook_secret:gitlab': 's' }, 200],
    [false, { 'webhook_secret:gitlab': 's' }, 401],
    [null, { 'webhook_secret:gitlab': 's' }, 401],
  ] as const)(
    'is good if its signature was right: %s, with the settings %j: %d',
    async (isSigned, settings, status) => {
      bot.current = { ownerId: 9, settings, people: new Map() };
      const answer = await replay({ is_signed: isSigned });
      expect(answer.json()).toMatchObject({ result: 'success', delivery: { status } });
      expect(sends()).toHaveLength(status === 200 ? 1 : 0);
    },
  );

  it('says how it ended where it was not understood', async () => {
    const answer = await replay({ body: '{' });
    expect(answer.json()).toMatchObject({ delivery: { outcome: 'refused', status: 400, failure: 'Malformed JSON' } });
  });

  it('is not where the caller may not, or it is not there', async () => {
    rpc.answer(readIncomingDelivery, () => {
      throw new DomainError('BAD_REQUEST', 'Insufficient permission');
    });
    const url = '/api/v1/bots/7/deliveries/5/replay';
    const refused = await application().inject({ method: 'POST', url, headers: basic('ada@chat.example', OWNER_KEY) });
    expect(refused.json()).toMatchObject({ result: 'error', msg: 'Insufficient permission' });
    const asBot = await application().inject({
      method: 'POST',
      url,
      headers: basic('hook-bot@chat.example', HOOK_KEY),
    });
    expect(asBot.json()).toMatchObject({ result: 'error' });
    expect((await replay({ integration: 'gone' })).json()).toMatchObject({ msg: 'No such delivery' });
    expect(sends()).toEqual([]);
  });
});
