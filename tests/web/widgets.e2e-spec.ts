import { sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('polls and task lists in a browser', () => {
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

  async function bothIn(topic: string) {
    await sendToChannel(bo, channel, { topic, content: 'first' });
    const [hers, his] = await Promise.all(
      [ada, bo].map((person) => visits.open(person, addressOf.topic(channel, topic))),
    );
    if (!hers || !his) throw new Error('two browsers were opened');
    await Promise.all([hers.messageWith('first').waitFor(), his.messageWith('first').waitFor()]);
    return { hers, his };
  }

  it('asks a question by a form, and counts what people vote', async () => {
    const { hers, his } = await bothIn(unique('poll'));
    await hers.page.getByRole('button', { name: 'Create a poll' }).click();
    const dialog = hers.page.getByRole('dialog', { name: 'Create a poll' });
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Lunch?');
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('soup');
    await hers.page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Option 2' }).and(hers.page.locator(':focus')).waitFor();
    await hers.page.keyboard.type('bread');
    await dialog.getByRole('button', { name: 'Put it into the message' }).click();
    await dialog.waitFor({ state: 'detached' });
    // It is put there once the dialog has given the focus back.
    await expect.poll(() => hers.compose.inputValue()).toBe('/poll Lunch?\n- soup\n- bread');
    // The box has the focus: Enter sends from here.
    await hers.compose.and(hers.page.locator(':focus')).waitFor();
    await hers.page.keyboard.press('ControlOrMeta+Enter');
    const [herPoll, hisPoll] = [hers, his].map(({ page }) => page.getByRole('group', { name: 'Lunch?' }));
    if (!herPoll || !hisPoll) throw new Error('both see it');
    await hisPoll.getByRole('button', { name: 'soup: 0 votes' }).click();
    await herPoll.getByRole('button', { name: 'soup: 1 vote', pressed: false }).waitFor();
    await herPoll.getByText(bo.fullName).waitFor();
    await herPoll.getByRole('button', { name: 'soup: 1 vote' }).click();
    await hisPoll.getByRole('button', { name: 'soup: 2 votes', pressed: true }).click();
    await herPoll.getByRole('button', { name: 'soup: 1 vote', pressed: true }).waitFor();

    await hisPoll.getByRole('textbox', { name: 'Add an option' }).fill('soup');
    expect(await hisPoll.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true);
    await hisPoll.getByRole('textbox', { name: 'Add an option' }).fill('rice');
    await his.page.keyboard.press('Enter');
    await herPoll.getByRole('button', { name: 'rice: 0 votes' }).waitFor();
    expect(await hisPoll.getByRole('button', { name: 'Edit the question' }).count()).toBe(0);
    await herPoll.getByRole('button', { name: 'Edit the question' }).click();
    const question = hers.page.getByRole('textbox', { name: 'Edit the question' });
    await question.and(hers.page.locator(':focus')).waitFor();
    await hers.page.keyboard.type('Dinner?');
    await hers.page.keyboard.press('Enter');
    await his.page.getByRole('group', { name: 'Dinner?' }).getByRole('button', { name: 'soup: 1 vote' }).waitFor();
  });

  it('ticks and adds tasks, also after the page was loaded again', async () => {
    const topic = unique('todo');
    const { hers, his } = await bothIn(topic);
    await hers.write('/todo Trip\n- pack: socks\n- book');
    const [herList, hisList] = [hers, his].map(({ page }) => page.getByRole('group', { name: 'Trip' }));
    if (!herList || !hisList) throw new Error('both see it');
    await hisList.getByRole('checkbox', { name: /^pack/ }).click();
    await hisList.getByRole('textbox', { name: 'Add a task' }).fill('fly');
    await his.page.keyboard.press('Enter');
    await herList.getByRole('checkbox', { name: 'fly', checked: false }).waitFor();
    await herList.getByRole('checkbox', { name: /^pack/, checked: true }).waitFor();
    await hers.page.reload();
    await herList.getByRole('checkbox', { name: /^pack/, checked: true }).waitFor();
    // What is open comes first.
    await expect.poll(() => herList.getByRole('checkbox').last().isChecked()).toBe(true);
  });
});
