import { eventually, sharedCluster } from '@stoa/testing';
import type { Page } from 'playwright-core';
import { type Channel, createChannel } from '../support/channels';
import { fetchOne, sendToChannel } from '../support/messages';
import { type Person, addPerson, unique } from '../support/people';
import { ClientPage, addressOf } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('the web client by keys alone', () => {
  let organization: WebOrganization;
  let member: Person;
  let writer: Person;
  let channel: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Member');
    writer = await organization.createPerson('Writer');
    channel = await createChannel(writer, [member]);
  });

  /** Name and text of what has the focus. */
  const focused = async (page: Page): Promise<string> =>
    String(
      await page.evaluate(
        "[document.activeElement.getAttribute('aria-label'), document.activeElement.id, document.activeElement.innerText].join(' ')",
      ),
    );

  async function tabTo(page: Page, text: string | RegExp): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await focused(page)).search(text) >= 0) return;
    }
    throw new Error(`no press of Tab leads to ${String(text)}`);
  }

  it('signs in, opens a conversation of the inbox and answers', async () => {
    const topic = unique('keys');
    await sendToChannel(writer, channel, { topic, content: 'Can you read this?' });
    const page = await visits.stranger('/');
    await page.getByLabel('Email').waitFor();
    await page.getByLabel('Email').focus();
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    const client = new ClientPage(page);
    await client.main.getByRole('link', { name: topic }).waitFor();
    await tabTo(page, 'Skip to the messages');
    await page.keyboard.press('Enter');
    await eventually(async () => (await focused(page)).includes('main-view'));
    await tabTo(page, topic);
    await page.keyboard.press('Enter');
    await client.messageWith('Can you read this?').waitFor();
    await client.compose.waitFor();
    await tabTo(page, /^Message /);
    await page.keyboard.type('Yes, and answer.');
    await page.keyboard.press('Control+Enter');
    await client.messageWith('Yes, and answer.').waitFor();
  });

  it('opens the menus of the bar one from the other, and closes the box for writing and opens it again', async () => {
    const topic = unique('menus');
    const id = await sendToChannel(writer, channel, { topic });
    const client = await visits.open(member, addressOf.topic(channel, topic));
    const { page } = client;
    await client.message(id).waitFor();
    await page.keyboard.press('g');
    // A menu that is there takes the focus a moment later, and keys with it.
    const focusedMenu = (item: string) =>
      page.locator('[role=menu]:focus-within').filter({ has: page.getByRole('menuitem', { name: item }) });
    await page.getByRole('menu', { name: 'Setup' }).and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('ArrowRight');
    await focusedMenu('Sign out').waitFor();
    await page.keyboard.press('ArrowRight');
    await focusedMenu('Keyboard shortcuts').waitFor();
    await expect.poll(() => page.getByRole('menu').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await client.compose.fill('half a sentence');
    await client.compose.press('Escape');
    await client.compose.waitFor({ state: 'detached' });
    await page.getByText('Saved as a draft').waitFor();
    await eventually(() => page.evaluate<boolean>('document.activeElement !== document.body'));
    await page.keyboard.press('r');
    await eventually(async () => (await client.compose.inputValue()) === 'half a sentence');
    await eventually(async () => (await page.evaluate('document.activeElement.tagName')) === 'TEXTAREA');
  });

  it('reacts with emoji that are found and walked to, with the picker open for more', async () => {
    const topic = unique('reacting');
    const id = await sendToChannel(writer, channel, { topic });
    const client = await visits.open(member, addressOf.topic(channel, topic));
    const { page } = client;
    await client.message(id).focus();
    await page.keyboard.press(':');
    const picker = page.getByRole('dialog', { name: 'Add an emoji reaction' });
    const search = picker.getByRole('combobox', { name: 'Find an emoji' });
    await search.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('octop');
    await picker.getByRole('option', { name: 'octopus', selected: true }).waitFor();
    await page.keyboard.press('Shift+Enter');
    const chip = (name: string) => client.message(id).locator(`.reaction[aria-label*=":${name}:"]`);
    await chip('octopus').waitFor();
    await search.fill('');
    await picker.getByRole('option', { name: 'octopus', selected: true }).waitFor({ state: 'detached' });
    // What is used often stands first: arrows lead from one to the next.
    const selected = picker.getByRole('option', { selected: true });
    const first = await selected.getAttribute('title');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => selected.getAttribute('title')).not.toBe(first);
    const next = await selected.getAttribute('title');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await chip((next ?? '').replaceAll(':', '')).waitFor();
    // The focus is where it was.
    await client.message(id).and(page.locator(':focus')).waitFor();
    await eventually(async () => (await fetchOne(writer, id)).reactions.length === 2);
  });

  it('says of a control what it does, and holds the focus in a dialog until that is closed', async () => {
    const topic = unique('holding');
    const id = await sendToChannel(writer, channel, { topic });
    const client = await visits.open(member, addressOf.topic(channel, topic));
    const { page } = client;
    // Escape closes the box, and without one it leads to the home view.
    await client.compose.waitFor();
    await client.message(id).focus();
    await tabTo(page, 'Quote and reply');
    const tooltip = page.locator('.focus-tooltip');
    await tooltip.waitFor();
    expect(await tooltip.getAttribute('data-text')).toBe(await page.evaluate('document.activeElement.title'));
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await client.message(id).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.and(page.locator(':focus-within')).waitFor();
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await client.message(id).and(page.locator(':focus')).waitFor();
    // So it does when a menu has opened the dialog, whose button is only there while the row has the focus.
    const button = client.message(id).getByRole('button', { name: 'What to do with this message' });
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Remind me' }).press('Enter');
    await page.getByRole('dialog').and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Escape');
    await client.message(id).and(page.locator(':focus')).waitFor();
  });

  it('gives up a dialog that has not come, and none comes to whoever has gone on', async () => {
    const topic = unique('late');
    const id = await sendToChannel(writer, channel, { topic });
    const profile = await visits.profileOf(member);
    const part = '**/assets/message-dialogs-*.js';
    await profile.route(part, (route) => route.abort());
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    const { page } = client;
    const coming = page.getByRole('dialog', { name: 'Loading…' });
    const ask = async (): Promise<void> => {
      await client.message(id).focus();
      await page.keyboard.press('i');
      await page.getByRole('menuitem', { name: 'View original message' }).press('Enter');
    };
    await ask();
    await coming.and(page.locator(':focus')).waitFor();
    // Nothing below it hears a key.
    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await coming.and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Escape');
    await coming.waitFor({ state: 'detached' });
    await client.message(id).and(page.locator(':focus')).waitFor();
    await ask();
    await coming.waitFor();
    await client.goTo('#inbox');
    await coming.waitFor({ state: 'detached' });
    await client.goTo(addressOf.topic(channel, topic));
    await client.message(id).waitFor();
    const brought = page.waitForResponse(/assets\/message-dialogs-.*\.js/);
    await profile.unroute(part);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await (await brought).finished();
    await ask();
    await page.getByRole('dialog', { name: 'View original message' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('leaves the focus at a button whose menu has not come, and none comes to whoever has given it up', async () => {
    const topic = unique('menu');
    const id = await sendToChannel(writer, channel, { topic });
    const profile = await visits.profileOf(member);
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    const { page } = client;
    const coming = page.getByRole('dialog', { name: 'Loading…' });
    const menu = page.getByRole('menu');
    const cases = [
      { part: 'message-menu', place: client.message(id), name: 'What to do with this message' },
      { part: 'conversation-menu', place: client.sidebar, name: `Menu of ${channel.name}` },
      { part: 'gear-menu', place: page.getByRole('banner'), name: 'Setup' },
      { part: 'emoji-popover', place: client.message(id), name: 'Add an emoji reaction' },
    ];
    for (const { part, place, name } of cases) {
      const files = `**/assets/${part}-*.js`;
      await profile.route(files, (route) => route.abort());
      const button = place.getByRole('button', { name });
      if (place !== client.sidebar) await client.message(id).focus();
      await button.focus();
      await button.press('Enter');
      await coming.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Escape');
      await coming.waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
      const brought = page.waitForResponse(new RegExp(`assets/${part}-.*\\.js`));
      await profile.unroute(files);
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      await (await brought).finished();
      await page.waitForTimeout(300);
      expect(await menu.or(page.getByRole('dialog')).count()).toBe(0);
      await button.press('Enter');
      await menu.or(page.getByRole('dialog', { name: 'Add an emoji reaction' })).waitFor();
      await page.keyboard.press('Escape');
      await button.and(page.locator(':focus')).waitFor();
    }
    // Keys ask for a menu from the message, which has the focus again afterwards.
    await client.message(id).focus();
    await page.keyboard.press('i');
    await menu.and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await client.message(id).and(page.locator(':focus')).waitFor();
  });

  it('leaves all room to reading until the box for writing is opened', async () => {
    const topic = unique('closed');
    const id = await sendToChannel(writer, channel, { topic });
    const profile = await visits.profileOf(member);
    await profile.addInitScript(
      `if (location.origin !== 'null') sessionStorage.begun ??= String(localStorage.removeItem('stoa.composeIsOpen'))`,
    );
    const client = await visits.tab(profile, addressOf.topic(channel, topic));
    const { page } = client;
    await client.message(id).waitFor();
    const opener = page.getByRole('button', { name: `Message #${channel.name} › ${topic}` });
    await opener.waitFor();
    expect(await client.compose.count()).toBe(0);
    await page.keyboard.press('r');
    await client.compose.waitFor();
    await page.getByRole('button', { name: 'Large box' }).click();
    await eventually(async () => ((await client.compose.boundingBox())?.height ?? 0) > 300);
    await client.write('An answer');
    await eventually(async () => ((await client.compose.boundingBox())?.height ?? 0) < 100);
    await client.messageWith('An answer').waitFor();
    await page.reload();
    await client.compose.waitFor();
  });
});
