import { sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { sendDirect, sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import type { ClientPage } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('lists of conversations in a browser', () => {
  let organization: WebOrganization;
  let ada: Person;
  let bo: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    ada = await organization.createPerson('Ada');
    bo = await organization.createPerson('Bo');
    channel = await createChannel(ada, [bo]);
  });

  const rowOf = ({ main }: ClientPage, name: string) => main.getByRole('row').filter({ hasText: name });
  const names = async ({ main }: ClientPage): Promise<string[]> =>
    (await main.getByRole('row').getByRole('link').allInnerTexts()).map((text) => text.split('\n').at(-1) ?? '');

  it('lists recent conversations, follows what happens, and filters and sorts', async () => {
    const [older, newer] = [unique('older'), unique('newer')];
    await sendToChannel(bo, channel, { topic: older, content: 'one' });
    await sendToChannel(bo, channel, { topic: newer, content: 'two' });
    const hers = await visits.open(ada, '#recent');
    const filters = hers.main.getByRole('group', { name: 'Filters' });
    const firstTwo = async () => (await names(hers)).slice(0, 2);
    await expect.poll(firstTwo).toEqual([newer, older]);
    await sendToChannel(bo, channel, { topic: older, content: 'three' });
    await hers.main.getByRole('button', { name: `${channel.name} > ${older}: mark 2 messages as read` }).waitFor();
    await expect.poll(firstTwo).toEqual([older, newer]);
    await sendDirect(bo, [ada], { content: 'between us' });
    await rowOf(hers, bo.fullName).waitFor();

    // By keys: to the first row, over to the number, which marks as read; the focus stays in the list.
    await filters.getByRole('button', { name: 'Unread', pressed: false }).click();
    await filters.getByRole('button', { name: 'Direct messages', pressed: true }).click();
    await rowOf(hers, bo.fullName).waitFor({ state: 'detached' });
    await hers.main.getByRole('searchbox').focus();
    await hers.page.keyboard.press('ArrowDown');
    await hers.page.keyboard.press('ArrowRight');
    await hers.page.keyboard.press('Enter');
    await rowOf(hers, older).waitFor({ state: 'detached' });
    await rowOf(hers, newer).getByRole('link').and(hers.page.locator(':focus')).waitFor();
    // The row goes before the service has heard of it.
    await hers.page.getByText('2 messages marked as read').waitFor();
    await hers.page.reload();
    await rowOf(hers, newer).waitFor();
    // What was kept of before is shown for a moment.
    await rowOf(hers, older).waitFor({ state: 'detached' });
    await filters.getByRole('button', { name: 'Unread', pressed: true }).click();
    await hers.main.getByRole('columnheader', { name: 'Conversation' }).getByRole('button').click();
    await hers.main
      .getByRole('columnheader', { name: 'Conversation' })
      .and(hers.page.locator('[aria-sort=ascending]'))
      .waitFor();
    await hers.main.getByRole('searchbox').fill(older);
    await rowOf(hers, newer).waitFor({ state: 'detached' });
    await expect.poll(() => names(hers)).toEqual([older]);
    await hers.main.getByRole('searchbox').fill('nothing is called that');
    await hers.main.getByRole('button', { name: 'Reset the filters' }).click();
    await rowOf(hers, newer).waitFor();
    await hers.main.getByText('These are all your conversations.').waitFor();
    await rowOf(hers, newer).getByRole('link').click();
    await hers.messageWith('two').waitFor();
  });

  it('keeps the inbox as it is: rows in their places, parts folded, the focus in the list', async () => {
    const reader = await organization.createPerson('Cy');
    const own = await createChannel(ada, [reader]);
    const [first, second] = [unique('first'), unique('second')];
    await sendToChannel(ada, own, { topic: first });
    await sendToChannel(ada, own, { topic: second });
    const his = await visits.open(reader, '#inbox');
    const links = his.main.getByRole('region', { name: own.name }).getByRole('link');
    await links.nth(1).waitFor();
    await sendToChannel(ada, own, { topic: first, content: 'again' });
    await his.main.getByRole('button', { name: `${first}: mark 2 messages as read` }).waitFor();
    expect(await links.allInnerTexts()).toEqual([second, first, 'channel events']);

    await his.page.keyboard.press('j');
    await his.page.keyboard.press('j');
    await his.page.keyboard.press('l');
    await his.page.keyboard.press('Enter');
    await his.page.getByText('1 message marked as read').waitFor();
    expect(await links.allInnerTexts()).toEqual([first, 'channel events']);
    await links.first().and(his.page.locator(':focus')).waitFor();

    await his.main.getByRole('button', { name: own.name, expanded: true }).click();
    await links.first().waitFor({ state: 'detached' });
    await his.page.reload();
    await his.main.getByRole('button', { name: own.name, expanded: false }).waitFor();
    await his.main.getByRole('button', { name: 'Unfold all' }).click();
    await links.first().waitFor();
    await his.main.getByRole('searchbox').fill('nothing is called that');
    await links.first().waitFor({ state: 'detached' });
    await his.main.getByRole('searchbox').fill(first);
    await links.filter({ hasText: first }).click();
    await his.messageWith('again').waitFor();
  });

  it('shows followed topics and reactions as they come, and says before what they are', async () => {
    const topic = unique('followed');
    await sendToChannel(bo, channel, { topic, content: 'news' });
    const own = await sendToChannel(ada, channel, { topic, content: 'what do you think?' });
    const { id: stream_id } = channel;
    const hers = await visits.open(ada, '#narrow/is/followed');
    await ada.client.succeed('POST', '/user_topics', { stream_id, topic, visibility_policy: 3 });
    await hers.messageWith('news').waitFor();

    const again = await visits.open(ada, '#narrow/has/reaction/sender/me');
    await again.main.getByRole('heading', { name: 'Nobody has reacted to your messages yet' }).waitFor();
    await bo.client.succeed('POST', `/messages/${own}/reactions`, { emoji_name: 'octopus' });
    await again
      .message(own)
      .getByRole('button', { name: /octopus/ })
      .waitFor();
  });
});
