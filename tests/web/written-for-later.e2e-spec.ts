import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { type ClientPage, addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('what is written for later, in a browser', () => {
  let organization: WebOrganization;
  let ada: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    ada = await organization.createPerson('Ada');
    channel = await createChannel(ada, []);
  });

  const draftsAtService = async (): Promise<string[]> => {
    const { drafts } = await ada.client.succeed('GET', '/drafts');
    return drafts.map(({ content }: { content: string }) => content).sort();
  };
  const cards = (client: ClientPage) => client.page.getByRole('dialog', { name: 'Drafts' }).locator('.card');

  it('keeps drafts of two tabs apart, goes on with one of them and deletes others', async () => {
    const [one, two] = [unique('one'), unique('two')];
    await sendToChannel(ada, channel, { topic: one, content: 'first' });
    const profile = await visits.profileOf(ada);
    const left = await visits.tab(profile, addressOf.topic(channel, one));
    const right = await visits.tab(profile, addressOf.topic(channel, one));
    await left.compose.fill('begun on the left');
    // The other tab shows it, and both can be seen at the service.
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the left');
    await eventually(async () => (await draftsAtService()).length === 1);
    await right.goTo(addressOf.topic(channel, two));
    await right.compose.fill('begun on the right');
    await eventually(async () => (await draftsAtService()).length === 2);
    // A tab that closes takes nothing back.
    await right.compose.fill('begun on the right, and more');
    await left.page.close();
    await right.page.reload();
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the right, and more');

    await right.page.keyboard.press('Escape');
    await right.sidebar.getByRole('link', { name: /Drafts 2/ }).click();
    await cards(right).nth(1).waitFor();
    await right.page.getByRole('button', { name: new RegExp(`Go on writing to .*${one}`) }).press('Enter');
    await eventually(async () => (await right.compose.inputValue()) === 'begun on the left');
    await right.compose.press('ControlOrMeta+Enter');
    await right.messageWith('begun on the left').waitFor();
    await eventually(async () => (await draftsAtService()).join() === 'begun on the right, and more');

    await right.goTo('#drafts');
    await cards(right).first().getByRole('button').first().press('Backspace');
    await right.page.getByText('No drafts.').waitFor();
    await eventually(async () => (await draftsAtService()).length === 0);
  });
});
