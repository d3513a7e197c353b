import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { cookieOf } from '../support/browsers';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { visit } from '../support/pages';
import { Person, createBot, createPerson, demoPerson, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { WebSite } from '../support/web-site';

/** What an installation may switch on: bots that run within the service, and providers of video calls. */
describe('where the operator switched it on', () => {
  let cluster: TestCluster;
  let site: WebSite;
  let ada: Person;
  let channel: Channel;

  beforeAll(async () => {
    site = await WebSite.start();
    cluster = await startCluster({
      env: {
        STOA_EMBEDDED_BOTS: 'on',
        STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.2',
        STOA_BIG_BLUE_BUTTON_URL: `${site.url}/bigbluebutton/`,
        STOA_BIG_BLUE_BUTTON_SECRET: 'a shared secret',
        STOA_ZOOM_CLIENT_ID: 'client',
        STOA_ZOOM_CLIENT_SECRET: 'secret',
        STOA_ZOOM_OAUTH_URL: site.url,
        STOA_ZOOM_API_URL: site.url,
      },
    });
    ada = await createPerson(cluster, 'Ada');
    channel = await createChannel(ada);
  });
  afterAll(async () => {
    await cluster?.stop();
    await site?.stop();
  });

  const embedded = (service_name: string, parameters = {}) =>
    createBot(ada, { bot_type: 4, service_name, ...parameters });
  const answerOf = (to: Person, sender: Person): Promise<{ content: string; subject: string }> =>
    eventually(
      async () =>
        (await fetchNewest(to, [{ operator: 'sender', operand: sender.userId }], { apply_markdown: false }))[0],
      { timeoutMs: 60_000 },
    );

  describe('embedded bots', () => {
    it('are listed with their settings', async () => {
      const { state } = await TestQueue.register(ada, { fetch_event_types: ['realm_embedded_bots'] });
      expect(state.realm_embedded_bots).toEqual([
        { name: 'followup', config: { stream: 'followup' } },
        { name: 'helloworld', config: {} },
      ]);
    });

    it('answer who mentions them, and who writes to them', async () => {
      const bot = await embedded('helloworld');
      await sendToChannel(ada, channel, { content: `@**${bot.fullName}** hello`, topic: 'greetings' });
      expect(await answerOf(ada, bot)).toMatchObject({ content: 'beep boop', subject: 'greetings' });
      const queue = await TestQueue.register(ada, { event_types: ['message'] });
      await sendDirect(ada, [bot]);
      const event = await queue.next(({ message }) => message?.sender_id === bot.userId);
      expect(event.message).toMatchObject({ content: 'beep boop', type: 'private' });
      const deliveries = await eventually(async () => {
        const { deliveries: found } = await ada.client.succeed('GET', `/bots/${bot.userId}/deliveries`);
        return found.length === 2 && found;
      });
      expect(deliveries[1]).toMatchObject({ url: 'embedded:helloworld', outcome: 'replied', request_body: 'hello' });
    });

    it('write where their settings say, or say why they cannot', async () => {
      const name = unique('later');
      const bot = await embedded('followup', { config_data: { stream: name } });
      await sendDirect(ada, [bot], { content: 'buy milk' });
      expect((await answerOf(ada, bot)).content).toContain(`Failure! Channel '${name}' does not exist`);
      const later = await createChannel(ada, [], {}, name);
      const path = `/bots/${bot.userId}`;
      const queue = await TestQueue.register(ada, { event_types: ['realm_bot', 'message'] });
      await ada.client.succeed('PATCH', path, { config_data: { stream: later.name } });
      const services = [{ service_name: 'followup', config_data: { stream: later.name } }];
      expect(await queue.next(isEvent('realm_bot'))).toMatchObject({ bot: { services } });
      await sendDirect(ada, [bot], { content: 'buy milk' });
      const noted = await queue.next(
        ({ message }) => message?.sender_id === bot.userId && message.stream_id === later.id,
      );
      expect(noted.message).toMatchObject({ subject: ada.fullName, content: expect.stringContaining('buy milk') });
    });

    it('are tried out without anybody hearing of it', async () => {
      const bot = await embedded('followup');
      const { delivery } = await ada.client.succeed('POST', `/bots/${bot.userId}/test`, { content: 'call Bob' });
      expect(delivery).toMatchObject({ outcome: 'replied', status: 200, url: 'embedded:followup', message_id: null });
      expect(JSON.parse(delivery.answer_body)).toMatchObject({ kind: 'post', channel: 'followup' });
    });

    it('say twenty things at once, and the rest later', async () => {
      const bot = await embedded('helloworld');
      const queue = await TestQueue.register(ada, { event_types: ['message'] });
      for (let count = 0; count < 24; count++) await sendDirect(ada, [bot]);
      const times: number[] = [];
      while (times.length < 24) {
        const { message } = await queue.next((event) => event.message?.sender_id === bot.userId);
        times.push(message.timestamp);
      }
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(4);
    });

    it('have a name and settings of their own', async () => {
      const bot = { full_name: unique('Bot'), short_name: unique('b').replaceAll(' ', ''), bot_type: 4 };
      const make = (parameters: object) => ada.client.post('/bots', { ...bot, ...parameters });
      expectError(await make({ service_name: 'converter' }), 'Invalid embedded bot name.');
      expectError(await make({}), 'Invalid embedded bot name.');
      const strange = { service_name: 'helloworld', config_data: { stream: 'x' } };
      expectError(await make(strange), 'Invalid configuration data!');
      const known = await embedded('followup');
      const config_data = { stream: ' ' };
      expectError(await ada.client.patch(`/bots/${known.userId}`, { config_data }), 'Invalid configuration data!');
    });
  });

  describe('video calls', () => {
    // Of the demo organization: the hosts of others, below an IP address, are none that a callback may have.
    let grace: Person;
    let host: string;

    beforeAll(() => {
      grace = demoPerson(cluster, 'member');
      host = new URL(cluster.description.base_url).host;
    });

    const open = async (path: string, cookie?: string) => {
      const { status, headers, text } = await visit(cluster, host, path, undefined, cookie ? { cookie } : {});
      return { status, location: String(headers.location ?? ''), text };
    };
    const signedIn = async (): Promise<string> =>
      cookieOf(await grace.client.browser().post('/dev_login', { username: grace.email })).cookie;

    it('have the providers that the installation has', async () => {
      const { state } = await TestQueue.register(grace, { fetch_event_types: ['realm', 'video_calls'] });
      expect(state.realm_available_video_chat_providers).toMatchObject({
        zoom: { name: 'Zoom', id: 3 },
        big_blue_button: { name: 'BigBlueButton', id: 4 },
      });
      const owner = demoPerson(cluster, 'owner');
      await owner.client.succeed('PATCH', '/realm', { video_chat_provider: 4 });
      expectError(await owner.client.patch('/realm', { video_chat_provider: 5 }), 'Invalid video_chat_provider 5');
    });

    it('lead browsers to BigBlueButton', async () => {
      const parameters = { meeting_name: 'Plans', voice_only: false };
      const { url } = await grace.client.succeed('GET', '/calls/bigbluebutton/create', parameters);
      expect(await open(url)).toMatchObject({ status: 302, location: `/login/?next=${encodeURIComponent(url)}` });
      const cookie = await signedIn();
      const unreachable = await open(url, cookie);
      expect(unreachable.status).toBe(400);
      expect(unreachable.text).toContain('Error connecting to the BigBlueButton server.');
      expect((await open('/calls/bigbluebutton/join?bigbluebutton=x', cookie)).text).toContain('Invalid signature.');
    });

    it('connect accounts at Zoom', async () => {
      expectError(await grace.client.post('/calls/zoom/create', { is_video_call: true }), 'Invalid Zoom access token', {
        code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
      });
      expect(await open('/calls/zoom/register')).toMatchObject({
        status: 302,
        location: expect.stringMatching('^/login/'),
      });
      const queue = await TestQueue.register(grace, { fetch_event_types: ['video_calls'] });
      expect(queue.state).toMatchObject({ has_zoom_token: false, has_webex_token: false });
      const cookie = await signedIn();
      const { location } = await open('/calls/zoom/register', cookie);
      const { origin, pathname, searchParams } = new URL(location);
      expect(origin + pathname).toBe(`${site.url}/oauth/authorize`);
      expect(searchParams.get('redirect_uri')).toBe(`http://${host}/calls/zoom/complete`);
      site.serve('/oauth/token', (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3_600 })),
      );
      const back = `/calls/zoom/complete?${new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' })}`;
      expect((await open(back, cookie)).text).toContain('Zoom is connected');
      expect(await queue.next(isEvent('has_zoom_token'))).toMatchObject({ value: true });
      const again = await TestQueue.register(grace, { fetch_event_types: ['video_calls'] });
      expect(again.state.has_zoom_token).toBe(true);
      site.serve('/v2/users/me/meetings', (_request, response) =>
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"join_url":"https://zoom.example/j/1"}'),
      );
      const { url } = await grace.client.succeed('POST', '/calls/zoom/create', { is_video_call: true });
      expect(url).toBe('https://zoom.example/j/1');
    });
  });
});
