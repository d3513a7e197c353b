import { eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { type Person, addPerson, unique } from '../support/people';
import { addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('the sidebar of the web client', () => {
  let organization: WebOrganization;
  let member: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Member');
  });

  it('filters by a key, opens the first with Enter, zooms into topics, and folds the views into icons', async () => {
    const channel = await createChannel(member, []);
    // Twelve of them at most stand in the sidebar.
    for (const letter of 'abcdefghijklmn') {
      await sendToChannel(member, channel, { topic: `subject ${letter}`, content: 'Text' });
    }
    const other = await createChannel(member, [], {}, unique('zebra'));
    const { page, sidebar, main } = await visits.open(member, addressOf.topic(channel, 'subject n'));
    const topic = (letter: string) => sidebar.getByRole('link', { name: `subject ${letter}` });
    await topic('c').waitFor();
    expect(await topic('b').count()).toBe(0);

    const filter = sidebar.getByRole('searchbox').and(page.locator(':focus'));
    await main.focus();
    await page.keyboard.press('q');
    await filter.waitFor();
    await page.keyboard.type('subject b');
    await topic('b').waitFor();
    expect(await topic('c').count()).toBe(0);
    await page.keyboard.press('Escape');
    await topic('c').waitFor();

    await page.keyboard.type(other.name);
    await sidebar.getByRole('link', { name: other.name }).waitFor();
    // It stood there before, too, below what does not fit.
    await topic('c').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hash.includes(`channel/${other.id}`));

    await page.goBack();
    await sidebar.getByRole('button', { name: 'Show all topics' }).click();
    await topic('a').waitFor();
    await filter.waitFor();
    await page.keyboard.type('-is:resolved d');
    await topic('d').waitFor();
    await topic('a').waitFor({ state: 'detached' });
    await sidebar.getByRole('button', { name: 'Back to channels' }).click();
    await sidebar.getByRole('link', { name: other.name }).waitFor();

    await sidebar.getByRole('button', { name: 'Views' }).click();
    await sidebar.getByRole('link', { name: 'Inbox' }).waitFor();
    expect(await sidebar.getByText('Inbox').count()).toBe(0);
  });

  it('begins messages from its rows, moves channels into folders, and is skipped to by Tab', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner);
    const folder = unique('folder');
    await owner.client.succeed('POST', '/channel_folders/create', { name: folder, description: '' });
    const { page, sidebar } = await visits.open(owner, '#inbox');
    await sidebar.getByRole('button', { name: `New topic in ${channel.name}` }).click();
    await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor();
    // The box of another view, which is open, takes nothing of it.
    const elsewhere = await createChannel(owner);
    await sidebar.getByRole('button', { name: `New topic in ${elsewhere.name}` }).click();
    await page.waitForFunction(`location.hash.includes('/${elsewhere.id}-')`);
    await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).waitFor();
    await sidebar.getByRole('button', { name: 'New direct message' }).click();
    await page.getByRole('combobox', { name: 'Add people or a group' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Skip to views and channels' }).press('Enter');
    await sidebar.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await sidebar.getByRole('button', { name: `Menu of ${channel.name}` }).click();
    await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: `Folder of #${channel.name}` });
    await dialog.getByLabel('Folder').selectOption(folder);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sidebar.getByRole('button', { name: folder, expanded: true }).waitFor();
  });

  it('keeps muted channels behind a switch', async () => {
    const channel = await createChannel(member, [], {}, unique('quiet'));
    await member.client.succeed('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channel.id, property: 'is_muted', value: true }],
    });
    const { page, sidebar } = await visits.open(member);
    const link = sidebar.getByRole('link', { name: channel.name });
    const toggle = sidebar.getByRole('button', { name: '1 muted or inactive channel' });
    await toggle.click();
    await link.waitFor();
    // Counted by the list, of which a part may be drawn.
    const rows = sidebar
      .getByRole('list')
      .filter({ has: page.getByRole('button', { name: '1 muted or inactive channel' }) })
      .locator('> li:not([aria-hidden])');
    const places = await rows.evaluateAll((found) =>
      found.map((row) => [row.ariaPosInSet, row.ariaSetSize].join(' of ')),
    );
    expect(places.length).toBeGreaterThan(1);
    expect(places).toEqual(places.map((_place, index) => `${index + 1} of ${places.length}`));
    await toggle.click();
    await link.waitFor({ state: 'detached' });
  });

  it('lets one choose which views stand there, and keeps searches among them', async () => {
    const person = await organization.createPerson('Chooser');
    const { page, sidebar } = await visits.open(person, '#narrow/has/link');
    const link = (name: string) => sidebar.getByRole('link', { name });
    await link('Reactions').hover();
    await sidebar.getByRole('button', { name: 'Menu of Reactions' }).click();
    await page.getByRole('menuitem', { name: 'Move below “More views”' }).click();
    await link('Reactions').waitFor({ state: 'detached' });
    await sidebar.getByRole('button', { name: 'More views' }).click();
    await link('Reactions').waitFor();
    await page.getByRole('button', { name: 'Keep this view in the sidebar' }).click();
    await link('has:link').waitFor();
    const { navigation_views } = await person.client.succeed('GET', '/navigation_views');
    expect(navigation_views).toEqual([
      { fragment: 'narrow/has/reaction/sender/me', is_pinned: false, name: null },
      { fragment: 'narrow/has/link', is_pinned: true, name: 'has:link' },
    ]);
    await page.getByRole('button', { name: 'Remove this view from the sidebar' }).click();
    await link('has:link').waitFor({ state: 'detached' });
  });

  it('has menus of views and of sections: what opens first, numbers, stars, drafts, folding', async () => {
    const person = await addPerson(organization.owner, 'Keeper');
    const [pinned, other] = [await createChannel(person, []), await createChannel(person, [])];
    await person.client.succeed('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: pinned.id, property: 'pin_to_top', value: true }],
    });
    const id = await sendToChannel(person, other, { topic: 'kept', content: 'worth a star' });
    await person.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await person.client.succeed('PATCH', '/settings', { starred_message_counts: true });
    const draft = { type: 'stream', to: [other.id], topic: 'kept', content: 'begun', timestamp: 1 };
    await person.client.succeed('POST', '/drafts', { drafts: [draft] });
    const { page, sidebar } = await visits.open(person, '#inbox');
    const choose = async (subject: string, item: string): Promise<void> => {
      await sidebar.getByRole('button', { name: `Menu of ${subject}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const stars = (name: RegExp) => sidebar.getByRole('link', { name });
    const [counted, uncounted] = [/^Starred messages *\d+$/, /^Starred messages *$/];
    await stars(counted).waitFor();
    await choose('Starred messages', 'Hide the number');
    await stars(uncounted).waitFor();
    await choose('Starred messages', 'Show the number');
    await stars(counted).waitFor();
    await choose('Starred messages', 'Remove all stars');
    const question = page.getByRole('dialog', { name: /^Remove .* stars?\?$/ });
    await question.getByRole('button', { name: 'Remove all stars' }).click();
    await stars(uncounted).waitFor();
    await sidebar.getByRole('link', { name: 'Drafts 1' }).waitFor();
    await choose('Drafts', 'Delete all drafts');
    await page.getByText('Draft deleted').waitFor();
    await eventually(async () => (await person.client.succeed('GET', '/drafts')).drafts.length === 0);
    await choose('Combined feed', 'Make this the home view');
    await page.keyboard.press('Control+[');
    await page.waitForURL(/#feed$/);

    await choose('Pinned channels', 'Fold the other sections');
    await sidebar.getByRole('button', { name: 'Other channels', expanded: false }).waitFor();
    await sidebar.getByRole('link', { name: pinned.name }).waitFor();
    expect(await sidebar.getByRole('link', { name: other.name }).count()).toBe(0);
  });

  it('leaves the side of a wide window, stays away, and comes back by its key', async () => {
    const person = await organization.createPerson('Reader');
    const { page, sidebar } = await visits.open(person, '#inbox');
    const toggle = page.getByRole('button', { name: 'Views and channels' });
    await sidebar.waitFor();
    await toggle.click();
    await sidebar.waitFor({ state: 'hidden' });
    await page.reload();
    await toggle.waitFor();
    expect(await sidebar.isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).click();
    await page.keyboard.press('q');
    await sidebar.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  });
});
