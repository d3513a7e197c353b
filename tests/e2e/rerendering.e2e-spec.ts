import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import type { Channel } from '../support/channels';
import { inDatabase } from '../support/database';
import { fetchNewest, fetchOne, sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import type { Organization } from '../support/organizations';
import { type Person, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { WebSite, openGraphPage } from '../support/web-site';

/** Messages whose HTML is of an older renderer, as after an upgrade. */
describe('messages of an older renderer', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let channel: Channel;
  let site: WebSite;

  beforeAll(async () => {
    cluster = await sharedCluster();
    site = await WebSite.start();
    organization = await createOrganization(cluster);
    [ada, bob] = [await organization.createPerson('Ada'), await organization.createPerson('Bob')];
    channel = await createChannel(ada, [bob]);
    await organization.owner.client.succeed('PATCH', '/realm', { inline_url_embed_preview: true });
  });

  afterAll(() => site.stop());

  const sql = <Row extends Record<string, unknown>>(text: string, params: readonly unknown[]) =>
    inDatabase(cluster, (database) => database.query<Row>('', text, params));
  /** As an older release would have left it. */
  const age = (ids: readonly number[]) =>
    sql(
      `UPDATE message SET renderer_version = 0, rendered_content = replace(rendered_content, '<p>', '<p>formerly ')
       WHERE id = ANY ($1::bigint[])`,
      [ids],
    );
  const isRenewed = async (ids: readonly number[]): Promise<boolean> => {
    const rows = await sql(
      `SELECT FROM message WHERE id = ANY ($1::bigint[]) AND renderer_version > 0 AND rendered_content NOT LIKE '%formerly%'`,
      [ids],
    );
    return rows.length === ids.length;
  };

  it('are shown anew at once, and say what they said', async () => {
    const url = site.page('/page', openGraphPage('A page'));
    const other = await createChannel(ada, [bob]);
    const content = `@**${bob.fullName}** #**${other.name}** ${url}`;
    const queue = await TestQueue.register(bob);
    const id = await sendToChannel(ada, channel, { content });
    await queue.next(isEvent('update_message'));
    const before = (await fetchOne(bob, id)).content;
    for (const part of ['user-mention', 'data-stream-id', 'message_embed']) expect(before).toContain(part);
    await organization.owner.client.succeed('PATCH', `/users/${bob.userId}`, { full_name: unique('Robert') });
    await ada.client.succeed('PATCH', `/streams/${other.id}`, { new_name: unique('renamed') });
    await organization.owner.client.succeed('PATCH', '/realm', { inline_url_embed_preview: false });
    await age([id]);
    const fetched = await fetchOne(bob, id);
    expect(fetched.content).toBe(before);
    for (const field of ['edit_history', 'last_edit_timestamp']) expect(fetched).not.toHaveProperty(field);
    await eventually(() => isRenewed([id]));
    expect(site.requests).toEqual(['/page']);
    const marker = await sendToChannel(ada, channel);
    expect((await queue.untilMessage(marker)).filter(isEvent('update_message'))).toEqual([]);
    await organization.owner.client.succeed('PATCH', '/realm', { inline_url_embed_preview: true });
  });

  it('that nobody reads are rendered in the background, and found by their words', async () => {
    const word = unique('needle').replace(' ', '');
    const ids: number[] = [];
    for (let count = 0; count < 5; count++)
      ids.push(await sendToChannel(ada, channel, { content: `**${word}** ${count}` }));
    await age(ids);
    await ada.client.succeed('PATCH', `/messages/${ids[2]}`, { content: `${word} edited` });
    // As if the release had just begun.
    await sql(`UPDATE rendering_walk SET position = $1, finished_at = NULL, started_at = now(), leased_until = now()`, [
      (ids[0] ?? 0) - 1,
    ]);
    await eventually(() => isRenewed(ids), { timeoutMs: 60_000 });
    const found = await fetchNewest(bob, [{ operator: 'search', operand: word }]);
    expect(found.map((message) => message.content)).toEqual(
      ids.map((_id, index) => (index === 2 ? `<p>${word} edited</p>` : `<p><strong>${word}</strong> ${index}</p>`)),
    );
    const former = await fetchNewest(bob, [{ operator: 'search', operand: `formerly ${word}` }]);
    expect(former).toEqual([]);
  });
});
