import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { movingPicture, picture, upload } from '../support/files';
import { fetchFlags, fetchOne, sendToChannel } from '../support/messages';
import type { Person } from '../support/people';
import { type ClientPage, addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('pictures in a browser', () => {
  let organization: WebOrganization;
  let writer: Person;
  let reader: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    writer = await organization.createPerson('Writer');
    reader = await organization.createPerson('Reader');
    channel = await createChannel(writer, [reader]);
  });

  async function send(topic: string, name: string, content: Buffer, type: string): Promise<void> {
    const { body } = await upload(writer, { file: { name, content, type } });
    const id = await sendToChannel(writer, channel, { topic, content: `[${name}](${body.url})` });
    // The thumbnail is there: until then, its place is shown, and then the message anew.
    await eventually(async () => !(await fetchOne(writer, id)).content.includes('image-loading-placeholder'));
  }

  const sourceOf = async ({ main }: ClientPage): Promise<string> =>
    (await main.locator('.gallery img').getAttribute('src')) ?? '';

  it('say when they cannot be loaded, and are loaded when they are pressed', async () => {
    await send('broken', 'plan.png', await picture(), 'image/png');
    const client = await visits.open(reader, '#inbox');
    const pattern = '**/user_uploads/thumbnail/**';
    await client.page.route(pattern, (route) => route.abort());
    await client.goTo(addressOf.topic(channel, 'broken'));
    const failure = client.main.getByText('This picture could not be loaded');
    // Being read shows the message anew, and with it the picture: before it is there, nothing is unread here.
    await client.messages.first().waitFor();
    await eventually(async () => (await client.page.locator('[data-unread]').count()) === 0);
    await failure.waitFor();
    await client.page.unroute(pattern);
    await failure.click();
    await client.main.locator('.gallery img').waitFor();
    await eventually(
      async () => Number(await client.page.evaluate(`document.querySelector('.gallery img').naturalWidth`)) > 0,
    );
    expect(await failure.count()).toBe(0);
    expect(await client.page.getByRole('dialog').count()).toBe(0);
  });

  it('are hidden for whoever does not want to see them, whose link stays', async () => {
    await send('hidden', 'plan.png', await picture(), 'image/png');
    const client = await visits.open(reader, addressOf.topic(channel, 'hidden'));
    const { page } = client;
    const row = client.messages.first();
    const choose = async (item: string) => {
      await row.hover();
      await row.getByRole('button', { name: 'What to do with this message' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await row.locator('.gallery img').waitFor();
    await choose('Hide link previews');
    await row.locator('.gallery').waitFor({ state: 'detached' });
    await row.getByRole('link', { name: 'plan.png' }).waitFor();
    const id = Number(await row.getAttribute('data-message-id'));
    await eventually(async () => (await fetchFlags(reader, [id])).get(id)?.includes('hide_link_previews'));
    await page.reload();
    await row.getByRole('link', { name: 'plan.png' }).waitFor();
    expect(await row.locator('.gallery').count()).toBe(0);
    await choose('Show link previews');
    await row.locator('.gallery img').waitFor();
  });

  it('move while they are pointed at, where the reader wants that', async () => {
    await reader.client.succeed('PATCH', '/settings', { web_animate_image_previews: 'on_hover' });
    await send('moving', 'wave.gif', await movingPicture(), 'image/gif');
    const address = addressOf.topic(channel, 'moving');
    const client = await visits.open(reader, address, { reducedMotion: 'no-preference' });
    await eventually(async () => (await sourceOf(client)).includes('/thumbnail/'));
    const still = await sourceOf(client);
    await client.main.locator('.gallery img').hover();
    await eventually(async () => (await sourceOf(client)).includes('-anim'));
    await client.compose.hover();
    await eventually(async () => (await sourceOf(client)) === still);
  });

  it('of emoji are those of the set that the reader chose, or their names', async () => {
    const id = await sendToChannel(writer, channel, { topic: 'emoji', content: 'well done :tada:' });
    await writer.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' });
    const client = await visits.open(reader, addressOf.topic(channel, 'emoji'));
    const emoji = client.message(id).getByRole('img', { name: 'tada' });
    const sheetOf = (selector: string) =>
      client.page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundImage`);
    for (const set of ['google', 'twitter']) {
      await reader.client.succeed('PATCH', '/settings', { emojiset: set });
      for (const place of ['.message-content .emoji-drawn', '.reaction .emoji-drawn']) {
        await client.page.locator(place).waitFor();
        await eventually(async () => (await sheetOf(place)).includes(`/assets/${set}-`));
      }
    }
    expect(await emoji.innerText()).toBe('🎉');
    await reader.client.succeed('PATCH', '/settings', { emojiset: 'text' });
    await eventually(async () => (await emoji.innerText()) === ':tada:');
    await client
      .message(id)
      .getByRole('button', { name: /octopus/ })
      .getByText(':octopus:')
      .waitFor();
  });
});
