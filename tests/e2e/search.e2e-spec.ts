import { ResponseBody, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const highlighted = (text: string): string => `<span class="highlight">${text}</span>`;

describe('keyword search', () => {
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let room: Channel;
  let ids: Record<'rollback' | 'deploy' | 'link' | 'code' | 'direct' | 'percent' | 'empty', number>;

  beforeAll(async () => {
    organization = await createOrganization(await sharedCluster());
    ada = organization.owner;
    bob = await organization.createPerson('Bob');
    room = await createChannel(ada, [bob]);
    ids = {
      rollback: await sendToChannel(ada, room, { topic: 'Release <7>', content: 'Plans for the *rollback*' }),
      deploy: await sendToChannel(ada, room, { topic: 'release', content: 'We deployed it; deploying again' }),
      link: await sendToChannel(ada, room, { topic: 'links', content: '[strong words](https://example.net/strong)' }),
      code: await sendToChannel(ada, room, { topic: 'links', content: 'run `xylophone --tune` now' }),
      direct: await sendDirect(ada, [bob], { content: 'the rollback is secret' }),
      percent: await sendToChannel(ada, room, { topic: 'numbers', content: 'it is 100% done_ish, was 1000 done' }),
      empty: await sendToChannel(ada, room, { topic: '', content: 'narwhal' }),
    };
  });

  const search = (...operands: string[]): Promise<ResponseBody[]> =>
    fetchNewest(
      bob,
      operands.map((operand) => ({ operator: 'search', operand })),
    );
  const found = async (...operands: string[]): Promise<number[]> => (await search(...operands)).map(({ id }) => id);

  it.each<[string, string[], () => number[]]>([
    ['words in any order, as stems', ['rollbacks plan'], () => [ids.rollback]],
    ['whatever the case', ['ROLLBACK'], () => [ids.rollback, ids.direct]],
    ['stems', ['deploys'], () => [ids.deploy]],
    ['words of the topic beside those of the content', ['release plans'], () => [ids.rollback]],
    ['all words, not some', ['rollback deploy'], () => []],
    ['all terms', ['rollback', 'secret'], () => [ids.direct]],
    ['no beginnings of words', ['rollb'], () => []],
    ['no attributes and no names of tags', ['href'], () => []],
    ['code', ['xylophone'], () => [ids.code]],
    ['hosts as a whole', ['example.net'], () => []],
    ['operators and markup only separate', ['rollback & (!plans) | <b>'], () => [ids.rollback]],
    ['stop words count for nothing', ['the rollback of a plan'], () => [ids.rollback]],
    ['only stop words find nothing', ['the of a'], () => []],
    ['single letters find nothing', ['x'], () => []],
    ['phrases', ['"plans for the"'], () => [ids.rollback]],
    ['phrases besides words', ['deploying "We deployed it"'], () => [ids.deploy]],
    ['phrases in the topic', ['"release <7>"'], () => [ids.rollback]],
    ['phrases that nobody wrote', ['"rollback plans"'], () => []],
    ['phrases of stop words', ['"for the"'], () => []],
    ['signs that mean something to LIKE', ['"100% done_ish"'], () => [ids.percent]],
  ])('%s: %j', async (_what, operands, expected) => {
    expect(await found(...operands)).toEqual(expected());
  });

  it('marks what it found', async () => {
    const [first, second] = await search('rollback plan release');
    expect(second).toBeUndefined();
    expect(first).toMatchObject({
      content: '<p>Plans for the <em>rollback</em></p>',
      match_content: `<p>${highlighted('Plans')} for the <em>${highlighted('rollback')}</em></p>`,
      match_subject: `${highlighted('Release')} &lt;7&gt;`,
    });
    const [deploy] = await search('deploy');
    expect(deploy.match_content).toBe(`<p>We ${highlighted('deployed')} it; ${highlighted('deploying')} again</p>`);
    const [link] = await search('strong');
    expect(link.match_content).toBe(`<p><a href="https://example.net/strong">${highlighted('strong')} words</a></p>`);
    const [source] = await fetchNewest(bob, [['search', 'rollback plans']], { apply_markdown: false });
    expect(source).toMatchObject({
      content: 'Plans for the *rollback*',
      match_content: first.match_content,
      match_subject: 'Release &lt;7&gt;',
    });
    const [direct] = await search('secret');
    expect(direct.match_subject).toBe('');
    expect((await search('narwhal'))[0].match_subject).toBe('general chat');
    const [empty] = await fetchNewest(bob, [['search', 'narwhal']], { allow_empty_topic_name: true });
    expect(empty.match_subject).toBe('');
    expect(await fetchNewest(bob, [['topic', 'links']])).toEqual(
      expect.arrayContaining([expect.not.objectContaining({ match_content: expect.anything() })]),
    );
  });

  it('goes with other terms, and is never negated', async () => {
    const narrow = [
      { operator: 'search', operand: 'rollback', negated: true },
      { operator: 'is', operand: 'dm' },
    ];
    expect((await fetchNewest(bob, narrow)).map(({ id }) => id)).toEqual([ids.direct]);
    const inRoom = [
      ['channel', room.name],
      ['search', 'rollback'],
    ];
    expect((await fetchNewest(bob, inRoom)).map(({ id }) => id)).toEqual([ids.rollback]);
    const fromAda = [
      { operator: 'sender', operand: ada.userId },
      { operator: 'search', operand: 'rollback' },
    ];
    expect((await fetchNewest(bob, fromAda)).map(({ id }) => id)).toEqual([ids.rollback, ids.direct]);
    const stranger = await organization.createPerson('Stranger');
    expect(await fetchNewest(stranger, [['search', 'rollback']])).toEqual([]);
    expect((await fetchNewest(stranger, inRoom)).map(({ id }) => id)).toEqual([ids.rollback]);
  });

  it('finds the window around an anchor', async () => {
    const answer = await bob.client.succeed('GET', '/messages', {
      anchor: ids.deploy,
      num_before: 1,
      num_after: 1,
      narrow: [['search', 'rollback']],
    });
    expect(answer).toMatchObject({ found_anchor: false, found_oldest: false, found_newest: false });
    expect(answer.messages.map(({ id }: ResponseBody) => id)).toEqual([ids.rollback, ids.direct]);
  });

  it('finds what a message says now', async () => {
    const id = await sendToChannel(ada, room, { topic: 'edits', content: 'aardvark' });
    await ada.client.succeed('PATCH', `/messages/${id}`, { content: 'buffalo' });
    expect(await found('aardvark')).toEqual([]);
    expect(await found('buffalo edits')).toEqual([id]);
    await ada.client.succeed('PATCH', `/messages/${id}`, { topic: 'changes' });
    expect(await found('buffalo edits')).toEqual([]);
    expect(await found('buffalo changes')).toEqual([id]);
  });

  it('refuses a blank operand', async () => {
    const narrow = [['search', ' ']];
    expectError(
      await bob.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
      'operand cannot be blank.',
    );
  });
});
