import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Person, createPerson } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent } from '../support/test-queue';

describe('navigation views', () => {
  let cluster: TestCluster;
  let ada: Person;

  beforeEach(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
  });

  const add = (parameters: Parameters) => ada.client.succeed('POST', '/navigation_views', parameters);
  const path = (fragment: string) => `/navigation_views/${encodeURIComponent(fragment)}`;
  const list = async () => (await ada.client.succeed('GET', '/navigation_views')).navigation_views;
  const NOT_FOUND = { status: 404 };

  it('are added, changed and removed; the own queues are told', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['navigation_view'] });
    const told = async () => {
      const { id: _id, ...event } = await queue.next(isEvent('navigation_view'));
      return event;
    };
    await add({ fragment: ' narrow/is/starred ', is_pinned: false });
    await add({ fragment: 'narrow/topic/a.20b', is_pinned: true, name: 'My topic' });
    const starred = { fragment: 'narrow/is/starred', is_pinned: false, name: null };
    const topic = { fragment: 'narrow/topic/a.20b', is_pinned: true, name: 'My topic' };
    expect(await told()).toEqual({ type: 'navigation_view', op: 'add', navigation_view: starred });
    expect(await told()).toEqual({ type: 'navigation_view', op: 'add', navigation_view: topic });
    expect(await list()).toEqual([starred, topic]);
    await ada.client.succeed('PATCH', path('narrow/topic/a.20b'), { is_pinned: false, name: 'Mine' });
    const update = { type: 'navigation_view', op: 'update', fragment: topic.fragment };
    expect(await told()).toEqual({ ...update, data: { name: 'Mine', is_pinned: false } });
    await ada.client.succeed('PATCH', path('narrow/topic/a.20b'), {});
    expect(await told()).toEqual({ ...update, data: {} });
    await ada.client.succeed('DELETE', path('narrow/is/starred'));
    expect(await told()).toEqual({ type: 'navigation_view', op: 'remove', fragment: 'narrow/is/starred' });
    const rest = [{ ...topic, is_pinned: false, name: 'Mine' }];
    expect(await list()).toEqual(rest);
    const { state } = await TestQueue.register(ada, { event_types: [], fetch_event_types: ['navigation_views'] });
    expect(state.navigation_views).toEqual(rest);
  });

  it('are listed in the order in which they were added', async () => {
    await add({ fragment: 'recent', is_pinned: false });
    await add({ fragment: 'inbox', is_pinned: true });
    await add({ fragment: 'all', is_pinned: true, name: 'All' });
    await ada.client.succeed('PATCH', path('recent'), { is_pinned: true });
    const listed = await list();
    expect(listed.map(({ fragment }: { fragment: string }) => fragment)).toEqual(['recent', 'inbox', 'all']);
    const { state } = await TestQueue.register(ada, { event_types: [], fetch_event_types: ['navigation_views'] });
    expect(state.navigation_views).toEqual(listed);
  });

  it('are found by a path with slashes, encoded or not', async () => {
    await add({ fragment: 'narrow/is/mentioned', is_pinned: true });
    // The API document knows one part of a path; clients send several.
    const raw = await ada.client.patch(
      '/navigation_views/narrow/is/mentioned',
      { is_pinned: false },
      { unchecked: true },
    );
    expect(raw.status).toBe(200);
    expect(await list()).toEqual([{ fragment: 'narrow/is/mentioned', is_pinned: false, name: null }]);
    await add({ fragment: 'narrow/topic/50%25 a?b#c é', is_pinned: true, name: 'odd' });
    await ada.client.succeed('DELETE', path('narrow/topic/50%25 a?b#c é'));
    expect(await list()).toHaveLength(1);
  });

  it.each<[Parameters, string]>([
    [{ fragment: ' ' }, 'fragment cannot be blank'],
    [{ fragment: 'inbox', name: 'Mine' }, 'Built-in views cannot have a custom name.'],
    [{ name: undefined }, 'Custom views must have a valid name.'],
    [{ name: 'null' }, 'Custom views must have a valid name.'],
    [{ name: ' ' }, 'name cannot be blank'],
    [{ name: 'Taken' }, 'Navigation view already exists.'],
    [{ fragment: 'narrow/taken' }, 'Navigation view already exists.'],
    [{ is_pinned: 'yes' }, 'is_pinned is not valid JSON'],
  ])('%j is refused', async (parameters, msg) => {
    await add({ fragment: 'narrow/taken', is_pinned: true, name: 'Taken' });
    const valid = { fragment: 'narrow/new', is_pinned: true, name: 'New' };
    expectError(await ada.client.post('/navigation_views', { ...valid, ...parameters }), msg);
  });

  it('must exist to be changed or removed, and keep names apart', async () => {
    const missing = 'Navigation view does not exist.';
    expectError(await ada.client.patch(path('inbox'), { is_pinned: true }), missing, NOT_FOUND);
    expectError(await ada.client.delete(path('narrow/nowhere')), missing, NOT_FOUND);
    await add({ fragment: 'inbox', is_pinned: true });
    expectError(await ada.client.patch(path('inbox'), { name: 'x' }), 'Built-in views cannot have a custom name.');
    await add({ fragment: 'narrow/a', is_pinned: true, name: 'A' });
    expectError(await ada.client.patch(path('narrow/a'), { name: 'A' }), 'Navigation view already exists.');
  });

  it('are listed at a fixed cost', async () => {
    await add({ fragment: 'inbox', is_pinned: true });
    const few = await statementsOf(cluster, list);
    for (const fragment of ['recent', 'feed', 'drafts']) await add({ fragment, is_pinned: true });
    expect(await statementsOf(cluster, list)).toBe(few);
  });
});
