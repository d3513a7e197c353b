import { gzipSync } from 'node:zlib';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import type { Channel } from '../support/channels';
import { inDatabase } from '../support/database';
import { fetchNewest, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import type { Organization } from '../support/organizations';
import type { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { WebSite, openGraphPage } from '../support/web-site';

const isUpdate = isEvent('update_message');
const MIB = 1024 * 1024;

describe('previews of linked pages', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let channel: Channel;
  let site: WebSite;
  let inside: WebSite;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [site, inside] = await Promise.all([WebSite.start(), WebSite.startInside()]);
    organization = await createOrganization(cluster);
    [ada, bob] = [await organization.createPerson('Ada'), await organization.createPerson('Bob')];
    channel = await createChannel(ada, [bob]);
    await organization.owner.client.succeed('PATCH', '/realm', { inline_url_embed_preview: true });
  });

  afterAll(async () => {
    site.release();
    await Promise.all([site.stop(), inside.stop()]);
  });

  /** Whether nothing is left to be done for a message. */
  const isSettled = (messageId: number): Promise<boolean> =>
    inDatabase(cluster, async (database) => {
      const rows = await database.query('', 'SELECT FROM link_preview_job WHERE message_id = $1', [messageId]);
      return rows.length === 0;
    });
  const settled = (messageId: number) => eventually(() => isSettled(messageId), { timeoutMs: 60_000 });
  const content = async (messageId: number): Promise<string> => (await fetchOne(bob, messageId)).content;
  const proxied = (url: string) => expect.stringMatching(`^/external_content/[0-9a-f]{40}/${hex(url)}$`);
  const imageOf = (html: string) => /background-image: url\(&quot;(.*?)&quot;\)/.exec(html)?.[1];

  it('come after the message, for everybody who has it', async () => {
    const url = site.page('/story', openGraphPage('Fish &amp; chips', { description: 'Two &lt;b&gt; lines' }));
    const queues = await Promise.all([ada, bob].map((person) => TestQueue.register(person, { apply_markdown: true })));
    const id = await sendToChannel(ada, channel, { content: `see ${url}`, read_by_sender: true });
    const [, forBob] = queues;
    const bare = `<p>see <a href="${url}">${url}</a></p>`;
    expect((await forBob!.message(id)).message.content).toBe(bare);
    const [own, others] = await Promise.all(queues.map((queue) => queue.next(isUpdate)));
    const html = await content(id);
    const fields = {
      type: 'update_message',
      user_id: null,
      edit_timestamp: expect.any(Number),
      message_id: id,
      message_ids: [id],
      content: `see ${url}`,
      rendered_content: html,
      rendering_only: true,
    };
    expect(own).toEqual({ id: own.id, ...fields, flags: ['read'] });
    expect(others).toEqual({ id: others.id, ...fields, flags: [] });
    expect(imageOf(html)).toEqual(proxied(`${site.url}/image.png`));
    expect(html).toBe(
      `${bare}\n<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;${imageOf(html)}&quot;)"></a>` +
        `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="Fish &amp; chips">Fish &amp; chips</a></div>` +
        `<div class="message_embed_description">Two &lt;b&gt; lines</div></div></div>`,
    );
    const message = await fetchOne(bob, id);
    for (const field of ['edit_history', 'last_edit_timestamp']) expect(message).not.toHaveProperty(field);
    const { message_history: history } = await ada.client.succeed('GET', `/messages/${id}/history`);
    expect(history).toHaveLength(1);
    const headers = site.headers.get('/story');
    expect(headers).toMatchObject({ 'user-agent': expect.stringContaining('Stoa') });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('are looked at once, and shown in direct messages and edits as well', async () => {
    const url = site.page('/once', openGraphPage('Once'));
    const queue = await TestQueue.register(bob);
    const direct = await sendDirect(ada, [bob], { content: url });
    expect((await queue.next(isUpdate)).message_id).toBe(direct);
    const id = await sendToChannel(ada, channel, { content: 'no link' });
    await ada.client.succeed('PATCH', `/messages/${id}`, { content: `now ${url}` });
    const [edit, rendering] = [await queue.next(isUpdate), await queue.next(isUpdate)];
    expect([edit.rendering_only, rendering.rendering_only, rendering.message_id]).toEqual([false, true, id]);
    expect(edit.rendered_content).not.toContain('message_embed');
    expect(rendering.rendered_content).toContain('>Once</a>');
    expect(site.requests.filter((path) => path === '/once')).toHaveLength(1);
  });

  it('show photos and films that a page offers through oEmbed', async () => {
    const offer = (path: string) =>
      `<title>x</title><link rel="alternate" type="application/json+oembed" href="${path}">`;
    const video = {
      type: 'video',
      title: 'A film',
      html: '<iframe src="x"></iframe>',
      thumbnail_url: `${site.url}/t.png`,
    };
    site.page('/film.json', JSON.stringify(video), 'application/json');
    site.page(
      '/photo.json',
      JSON.stringify({ type: 'photo', title: 'A photo', url: `${site.url}/p` }),
      'application/json',
    );
    const film = site.page('/film', offer('/film.json'));
    const photo = site.page('/photo', offer('/photo.json'));
    const id = await sendToChannel(ada, channel, { content: `${film} ${photo}` });
    await settled(id);
    const html = await content(id);
    expect(html).toContain(
      `<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;x&quot;&gt;&lt;/iframe&gt;" href="${film}" title="A film">`,
    );
    expect(html).toContain(`<div class="message_inline_image"><a href="${photo}" title="A photo"><img src=`);
    const found = await fetchNewest(bob, [{ operator: 'has', operand: 'image' }]);
    expect(found.map((message) => message.id)).toContain(id);
  });

  it('are not asked for by bots, in quotes, of the own pages, or where the organization wants none', async () => {
    const url = site.page('/unwanted', openGraphPage('Unwanted'));
    const { user_id: botId, api_key: key } = await ada.client.succeed('POST', '/bots', {
      full_name: 'Robot',
      short_name: 'robot',
    });
    const { email } = (await ada.client.succeed('GET', `/users/${botId}`)).user;
    const bot = { ...ada, userId: botId, email, client: organization.anonymous.as(email, key) };
    const own = `http://${organization.host}/help`;
    const ids = [
      await sendDirect(bot, [ada], { content: url }),
      await sendToChannel(ada, channel, { content: `> ${url}` }),
      await sendToChannel(ada, channel, { content: `\`${url}\` ${own}` }),
    ];
    const other = await createOrganization(cluster);
    ids.push(await sendDirect(other.owner, [other.owner], { content: url }));
    for (const id of ids) expect(await isSettled(id)).toBe(true);
    expect(site.requests).not.toContain('/unwanted');
  });

  it('of a message that was edited or deleted meanwhile are not shown', async () => {
    const first = site.heldPage('/first', openGraphPage('First'));
    const second = site.page('/second', openGraphPage('Second'));
    const queue = await TestQueue.register(bob);
    const [edited, deleted] = [
      await sendToChannel(ada, channel, { content: `old ${first}` }),
      await sendToChannel(ada, channel, { content: `gone ${first}` }),
    ];
    await eventually(() => site.requests.includes('/first'));
    await ada.client.succeed('PATCH', `/messages/${edited}`, { content: `new ${second}` });
    await organization.owner.client.succeed('DELETE', `/messages/${deleted}`);
    const last = await sendToChannel(ada, channel, { content: `last ${first}` });
    site.release();
    await Promise.all([edited, deleted, last].map(settled));
    const marker = await sendToChannel(ada, channel);
    const events = (await queue.untilMessage(marker)).filter(isUpdate);
    expect(events.map(({ message_id: id, rendering_only: isRendering }) => [id, isRendering]).sort()).toEqual(
      [
        [edited, false],
        [edited, true],
        [last, true],
      ].sort(),
    );
    const html = await content(edited);
    expect(html).toContain('>Second</a>');
    expect(html).not.toContain('First');
  });

  it('survive the death of who looks at them, once each', async () => {
    const url = site.heldPage('/mortal', openGraphPage('Mortal'));
    const queue = await TestQueue.register(bob);
    const id = await sendToChannel(ada, channel, { content: url });
    await eventually(() => site.requests.includes('/mortal'));
    const replicas = cluster.description.processes.filter(({ service }) => service === 'messages');
    await cluster.waitReplaced(replicas.map(({ replica }) => cluster.kill('messages', replica)));
    site.page('/mortal', openGraphPage('Mortal'));
    // Nobody waits a minute for what a dead process had taken.
    await inDatabase(cluster, (database) =>
      database.query('', 'UPDATE link_preview_job SET due_at = now() WHERE message_id = $1', [id]),
    );
    await settled(id);
    const marker = await sendToChannel(ada, channel);
    const events = (await queue.untilMessage(marker)).filter((event) => isUpdate(event) && event.message_id === id);
    expect(events).toHaveLength(1);
    expect(await content(id)).toContain('>Mortal</a>');
  });

  it('are limited: nothing from inside, no bombs, nothing that is no page', async () => {
    const secret = inside.page('/secret', openGraphPage('Secret'));
    const port = new URL(inside.url).port;
    const redirect = (path: string, target: string) =>
      site.serve(path, (_request, response) => response.writeHead(302, { location: target }).end());
    const refused = [
      secret,
      `http://2130706433:${port}/secret`,
      `http://[::ffff:127.0.0.1]:${port}/secret`,
      'http://169.254.169.254/latest/meta-data',
      redirect('/to-inside', secret),
      redirect('/to-metadata', 'http://169.254.169.254/latest/meta-data'),
      redirect('/to-file', 'file:///etc/passwd'),
      redirect('/round', '/round'),
      site.page('/data', openGraphPage('Data'), 'application/json'),
      site.page('/no-image', '<title>No image</title>'),
      `${site.url}/missing`,
      site.serve('/bomb', (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(32 * MIB, ' '))),
      ),
      site.serve('/broken-off', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 });
        response.write('<p>', () => response.destroy());
      }),
    ];
    const endless = site.serve('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(openGraphPage('Endless'));
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const id = await sendToChannel(ada, channel, { content: refused.map((url) => `<${url}>`).join('\n') });
    const other = await sendToChannel(ada, channel, { content: endless });
    await Promise.all([settled(id), settled(other)]);
    expect(await content(id)).not.toContain('message_embed');
    expect(await content(other)).toContain('>Endless</a>');
    expect(inside.requests).toEqual([]);
    for (const path of ['/to-inside', '/bomb', '/data', '/round']) expect(site.requests).toContain(path);
  });
});

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
