import { readDelivery } from './frame/read-delivery';
import { integrationNamed } from './registry';

/** What a delivery of a tool becomes. */
function read(name: string, body: object) {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  const delivery = {
    headers: { 'content-type': 'application/json' },
    query: {},
    body: Buffer.from(JSON.stringify(body)),
  };
  return readDelivery(integration, delivery, { settings: {}, now: 0 });
}

describe('Nagios', () => {
  it.each([
    [{ type: 'problem', host: 'db', state: 'DOWN' }, 'host db', ':alert: **Problem**: db is **DOWN**.'],
    [
      { type: 'FLAPPINGSTOP', host: 'db', service: 'ping', state: 'OK' },
      'service db/ping',
      ':check: **Changes no more to and fro**: db/ping is **OK**.',
    ],
  ])('%j', (body, topic, content) => {
    expect(read('nagios', body).notices).toEqual([{ topic, content }]);
  });

  it('says which notifications it does not know', () => {
    const unknown = { type: 'SONG', host: 'db', state: 'UP' };
    expect(() => read('nagios', unknown)).toThrow("The 'SONG' event isn't currently supported by the Nagios webhook");
  });
});

describe('TeamCity', () => {
  const build = { buildFullName: 'Shop', buildNumber: 7, buildResult: 'success', buildResultDelta: 'fixed' };

  it('tells what changed, and keeps the branch in the topic', () => {
    expect(read('teamcity', { build: { ...build, branchDisplayName: 'main' } }).notices).toMatchObject([
      { topic: 'Shop (main)', content: ':check: Build 7 of Shop **succeeded**, **fixed**.' },
    ]);
  });

  it('passes over what is no end of a build', () => {
    expect(read('teamcity', { eventType: 'BUILD_STARTED', payload: {} }).notices).toEqual([]);
    expect(() => read('teamcity', { x: 1 })).toThrow('Did TeamCity generate this event?');
    expect(() => read('teamcity', { build: { ...build, buildResult: 'odd' } })).toThrow("The 'odd' event");
  });
});

describe('Azure DevOps', () => {
  const resource = {
    pullRequestId: 7,
    title: 'Euros',
    repository: { name: 'shop' },
    createdBy: { displayName: 'Ada' },
  };
  const merged = (status: string, mergeStatus: string) =>
    read('azuredevops', { eventType: 'git.pullrequest.merged', resource: { ...resource, status, mergeStatus } })
      .notices;

  it('tells of merges that happened, not of those that were tried out', () => {
    expect(merged('active', 'succeeded')).toEqual([]);
    expect(merged('completed', 'conflicts')).toEqual([]);
    expect(merged('completed', 'succeeded')).toMatchObject([
      { topic: 'shop / PR #7 Euros', content: 'PR #7 Euros of Ada was merged.' },
    ]);
  });

  it('knows a delivery that is repeated', () => {
    const body = { id: 'a-b', notificationId: 3, eventType: 'workitem.created', resource: { id: 5, fields: {} } };
    const { deliveryId, notices } = read('azuredevops', body);
    expect(deliveryId).toBe('a-b/3');
    expect(notices).toMatchObject([{ topic: 'Work item #5', content: 'Work item #5 was created.' }]);
  });
});
