import { TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const OPPOSITES: Record<string, string> = {
  '/dark': '/light',
  '/light': '/dark',
  '/fluid-width': '/fixed-width',
  '/fixed-width': '/fluid-width',
};

describe('slash commands', () => {
  let cluster: TestCluster;
  let ada: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
  });

  const run = (command: string, person = ada) => person.client.post('/zcommand', { command });

  it('answer pings', async () => {
    expect((await run('/ping')).body).toEqual({ result: 'success', msg: '' });
  });

  it.each([
    ['/dark', 'color_scheme', 2],
    ['/light', 'color_scheme', 3],
    ['/fluid-width', 'fluid_layout_width', true],
    ['/fixed-width', 'fluid_layout_width', false],
  ])('%s changes a setting and says so', async (command, property, value) => {
    const person = await createPerson(cluster, 'Grace');
    // Values to change from, independent of the defaults.
    await run(OPPOSITES[command] ?? '', person);
    const queue = await TestQueue.register(person, { client_capabilities: { user_settings_object: true } });
    const { body, status } = await run(command, person);
    expect(status).toBe(200);
    expect(body.msg).toMatch(/^Changed to .+\.$/);
    expect(await queue.next(isEvent('user_settings'))).toMatchObject({ property, value });
  });

  it.each([
    ['ping', 'There should be a leading slash in the zcommand.'],
    ['/jump', 'No such command: jump'],
    ['/', 'No such command: '],
  ])('%j is refused', async (command, msg) => expectError(await run(command), msg));

  it('need a command', async () => {
    expectError(await ada.client.post('/zcommand'), "Missing 'command' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'command',
    });
  });

  it('is all there is: no video server is installed', async () => {
    expectError(
      await ada.client.post('/calls/zoom/create', { is_video_call: true }),
      'Zoom credentials have not been configured',
    );
    const meeting = { meeting_name: 'plans', voice_only: false };
    expectError(await ada.client.get('/calls/bigbluebutton/create', meeting), 'BigBlueButton is not configured.');
    const { state } = await TestQueue.register(ada, { fetch_event_types: ['realm', 'video_calls'] });
    expect(state.has_zoom_token).toBe(false);
    const providers = Object.keys(state.realm_available_video_chat_providers);
    expect(providers).not.toContain('zoom');
    expect(providers).not.toContain('big_blue_button');
  });
});
