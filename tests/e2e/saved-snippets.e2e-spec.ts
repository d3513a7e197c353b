import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Person, createPerson } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent } from '../support/test-queue';

describe('saved snippets', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  });

  const create = async (person: Person, parameters: Parameters = {}): Promise<number> => {
    const snippet = { title: 'Welcome', content: '**hello**', ...parameters };
    return (await person.client.succeed('POST', '/saved_snippets', snippet)).saved_snippet_id;
  };
  const list = async (person: Person) => (await person.client.succeed('GET', '/saved_snippets')).saved_snippets;

  it('are kept, changed and deleted, and told to their owner only', async () => {
    const [queue, others] = await Promise.all([TestQueue.register(ada), TestQueue.register(bob)]);
    const id = await create(ada, { title: '  Welcome ', content: ' **hello** \n' });
    const added = await queue.next(isEvent('saved_snippets', 'add'));
    const snippet = { id, title: 'Welcome', content: '**hello**', date_created: expect.any(Number) };
    expect(added.saved_snippet).toEqual(snippet);
    expect(await list(ada)).toContainEqual(snippet);
    expect((await TestQueue.register(ada)).state.saved_snippets).toContainEqual(snippet);
    expect(await list(bob)).toEqual([]);

    await ada.client.succeed('PATCH', `/saved_snippets/${id}`, { title: 'Bye' });
    const updated = await queue.next(isEvent('saved_snippets', 'update'));
    expect(updated.saved_snippet).toEqual({ ...added.saved_snippet, title: 'Bye' });
    await ada.client.succeed('PATCH', `/saved_snippets/${id}`, { content: 'x' });
    expect((await queue.next(isEvent('saved_snippets', 'update'))).saved_snippet).toMatchObject({
      title: 'Bye',
      content: 'x',
    });

    await ada.client.succeed('PATCH', `/saved_snippets/${id}`);
    await ada.client.succeed('PATCH', `/saved_snippets/${id}`, { title: 'Bye', content: 'x' });
    await ada.client.succeed('DELETE', `/saved_snippets/${id}`);
    const rest = await queue.until(isEvent('saved_snippets', 'remove'));
    expect(rest).toEqual([expect.objectContaining({ op: 'remove', saved_snippet_id: id })]);
    expect(await list(ada)).not.toContainEqual(expect.objectContaining({ id }));

    const own = await create(bob);
    await others.next(isEvent('saved_snippets', 'add'));
    expect(others.received.filter(isEvent('saved_snippets'))).toHaveLength(1);
    await bob.client.succeed('DELETE', `/saved_snippets/${own}`);
  });

  it('need a title and a content of some length', async () => {
    const refused: [Parameters, string][] = [
      [{ title: '  ', content: 'x' }, 'title cannot be blank'],
      [{ title: 'x', content: ' \n' }, 'content cannot be blank'],
      [{ title: 'x'.repeat(61), content: 'x' }, 'title is too long (limit: 60 characters)'],
      [{ title: 'x', content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    ];
    const id = await create(ada);
    for (const [parameters, msg] of refused) {
      expectError(await ada.client.post('/saved_snippets', parameters), msg);
      expectError(await ada.client.patch(`/saved_snippets/${id}`, parameters), msg);
    }
    for (const name of ['title', 'content']) {
      const parameters: Parameters = { title: 'x', content: 'x' };
      delete parameters[name];
      expectError(await ada.client.post('/saved_snippets', parameters), `Missing '${name}' argument`, {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: name,
      });
    }
    expect(await list(ada)).toContainEqual(expect.objectContaining({ id, title: 'Welcome', content: '**hello**' }));
    await create(ada, { title: '😀'.repeat(60) });
  });

  it('of others do not exist', async () => {
    const id = await create(ada);
    for (const unknown of [id, 999_999_999, 9_999_999_999_999]) {
      // Who changes nothing is not told whether there is something to change.
      await bob.client.succeed('PATCH', `/saved_snippets/${unknown}`);
      for (const method of ['PATCH', 'DELETE'] as const) {
        const response = await bob.client.request(method, `/saved_snippets/${unknown}`, { title: 'mine' });
        expectError(response, 'Saved snippet does not exist.', { status: 404 });
      }
    }
  });

  it('are listed by a fixed number of statements', async () => {
    const [few, many] = await Promise.all([createPerson(cluster, 'Few'), createPerson(cluster, 'Many')]);
    for (let count = 0; count < 8; count++) await create(many);
    expect(await statementsOf(cluster, () => list(many))).toBe(await statementsOf(cluster, () => list(few)));
  });
});
