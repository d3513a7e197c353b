import { Parameters, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { attachmentOf, picture, upload, uploadFile } from '../support/files';
import { fetchNewest, fetchOne, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';
import { TestQueue, isEvent, isMessage } from '../support/test-queue';

interface Uploaded {
  url: string;
  pathId: string;
}

describe('levels 437 and 467: uploaded images in the text', () => {
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    const cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const uploadPicture = async (): Promise<Uploaded> => {
    const file = { name: 'plan.png', content: await picture(1050, 700), type: 'image/png' };
    const { body } = await upload(ada, { file });
    return { url: body.url, pathId: body.url.slice('/user_uploads/'.length) };
  };
  const shown = ({ pathId }: Uploaded, alternative: string): string =>
    `<img alt="${alternative}" class="inline-image" data-original-content-type="image/png" data-original-dimensions="1050x700" data-original-src="/user_uploads/${pathId}" src="/user_uploads/thumbnail/${pathId}/840x560.webp">`;
  const found = async (...narrow: Parameters[string][][]) =>
    (await fetchNewest(bob, [['channel', channel.name], ...narrow] as [string, string][])).map(({ id }) => id);

  it('stand where the syntax does, as events, fetches and previews of messages say', async () => {
    const plan = await uploadPicture();
    const content = `see ![the plan](${plan.url}) now\n\n* ![](${plan.url})`;
    const html = `<p>see ${shown(plan, 'the plan')} now</p>\n<ul>\n<li>${shown(plan, '')}</li>\n</ul>`;
    const queue = await TestQueue.register(bob, { event_types: ['message'], apply_markdown: true });
    const id = await sendToChannel(ada, channel, { content });
    expect((await queue.next(isMessage(id))).message).toMatchObject({ content: html });
    expect(await fetchOne(bob, id)).toMatchObject({ content: html });
    expect(await ada.client.succeed('POST', '/messages/render', { content })).toMatchObject({ rendered: html });
    const thumbnail = await bob.client.succeed('GET', `/user_uploads/${plan.pathId}`);
    expect(thumbnail).toHaveProperty('url');
  });

  it('count as references, found by has:image and by their description, but not by has:link', async () => {
    const plan = await uploadPicture();
    const [word, other] = [unique('gizmo').replaceAll(/\W/g, ''), unique('widget').replaceAll(/\W/g, '')];
    const id = await sendToChannel(ada, channel, { content: `![${word}](${plan.url})` });
    expect((await attachmentOf(ada, { ...plan, filename: 'plan.png' })).message_ids).toEqual([id]);
    expect(await found(['has', 'image'])).toContain(id);
    expect(await found(['has', 'attachment'])).toContain(id);
    expect(await found(['has', 'link'])).not.toContain(id);
    expect(await found(['search', word])).toEqual([id]);

    const queue = await TestQueue.register(bob, { event_types: ['update_message'] });
    const { detached_uploads: detached } = await ada.client.succeed('PATCH', `/messages/${id}`, { content: other });
    expect(detached.map(({ path_id: path }: { path_id: string }) => path)).toEqual([plan.pathId]);
    expect(await queue.next(isEvent('update_message'))).toMatchObject({
      orig_rendered_content: `<p>${shown(plan, word)}</p>`,
      rendered_content: `<p>${other}</p>`,
    });
    expect(await found(['search', word])).toEqual([]);
    const { message_history: history } = await ada.client.succeed('GET', `/messages/${id}/history`);
    expect(history.at(-1).content_html_diff).toContain('class="inline-image"');
  });

  it('are shown whatever the organization says of previews; other addresses are links behind the sign', async () => {
    const text = await uploadFile(ada);
    const cases: [string, string][] = [
      [`![notes](${text.url})`, `<p>!<a href="${text.url}">notes</a></p>`],
      ['![a](https://pics.example.net/x)', '<p>!<a href="https://pics.example.net/x">a</a></p>'],
      ['![a](/user_uploads/999999/ab/plan.png)', '<p>!<a href="/user_uploads/999999/ab/plan.png">a</a></p>'],
    ];
    for (const [content, rendered] of cases) {
      expect(await ada.client.succeed('POST', '/messages/render', { content })).toMatchObject({ rendered });
    }
  });
});
