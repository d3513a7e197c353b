import { eventually, sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { fetchNewest, fetchOne, sendToChannel } from '../support/messages';
import { type Person, unique } from '../support/people';
import { addressOf, rested } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('writing in a browser', () => {
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

  it('brings a message with a mention, an emoji and code to somebody else, who reacts', async () => {
    const topic = unique('topic');
    await sendToChannel(bo, channel, { topic, content: 'first' });
    const [hers, his] = [
      await visits.open(ada, addressOf.topic(channel, topic)),
      await visits.open(bo, addressOf.topic(channel, topic)),
    ];
    await hers.messageWith('first').waitFor();
    await his.messageWith('first').waitFor();
    await hers.compose.pressSequentially('Hel');
    await his.page.getByText(`${ada.fullName} is typing…`).waitFor();
    await hers.write(`Hello @**${bo.fullName}** :tada:\n\n\`\`\`python\nprint(1)\n\`\`\``);
    const received = his.messageWith(`@${bo.fullName}`);
    await received.locator('.codehilite').waitFor();
    expect(await received.getByRole('img', { name: 'tada' }).count()).toBe(1);
    expect(await hers.compose.inputValue()).toBe('');
    const { id } = (await fetchNewest(bo)).at(-1);
    await bo.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' });
    const chip = hers.message(id).getByRole('button', { name: /octopus/ });
    await chip.click();
    const seen = his.message(id).getByRole('button', { name: /octopus/ });
    await seen.filter({ hasText: ada.fullName }).waitFor();
    await chip.click();
    await seen.filter({ hasText: ada.fullName }).waitFor({ state: 'detached' });
    await seen.waitFor();
    // What somebody does goes on after the name, in the same line; the time leads to it.
    await hers.write('/me waves at all');
    const waving = his.messageWith('waves at all');
    const boxes = () =>
      Promise.all(
        [waving.getByRole('button', { name: ada.fullName }), waving.getByText('waves at all')].map((part) =>
          part.boundingBox(),
        ),
      );
    // Once the list has come to rest at its end.
    const [name, text] = await rested(boxes);
    expect((await waving.innerText()).includes('/me')).toBe(false);
    expect(Math.abs((name?.y ?? Number.NaN) - (text?.y ?? Number.NaN))).toBeLessThan(8);
    await waving.locator('a.message-time').click();
    await his.page.waitForURL(/\/near\/\d+$/);
  });

  it('shows somebody else at once what is pasted, edited, quoted and deleted', async () => {
    const topic = unique('changes');
    await sendToChannel(bo, channel, { topic, content: 'worth an answer' });
    const [hers, his] = [
      await visits.open(ada, addressOf.topic(channel, topic)),
      await visits.open(bo, addressOf.topic(channel, topic)),
    ];
    await hers.messageWith('worth an answer').waitFor();
    await hers.compose.focus();
    await hers.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['what the file says'], 'notes.txt', { type: 'text/plain' }));
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await eventually(async () => (await hers.compose.inputValue()).includes('[notes.txt](/user_uploads/'));
    await hers.compose.press('ControlOrMeta+Enter');
    for (const client of [hers, his]) await client.messageWith('notes.txt').waitFor();
    await hers.compose.press('ArrowLeft');
    const edited = hers.page.getByRole('textbox', { name: 'Text of the message' });
    await edited.fill('no file after all');
    // What was left with a slip of a key is there again, and so is what it was.
    await edited.press('Escape');
    await edited.waitFor({ state: 'detached' });
    await hers.messageWith('notes.txt').focus();
    await hers.page.keyboard.press('e');
    await hers.page.getByText('This is what you had written before, and not saved.').waitFor();
    expect(await edited.inputValue()).toBe('no file after all');
    await hers.page.getByRole('button', { name: 'Begin anew' }).click();
    await eventually(async () => (await edited.inputValue()) !== 'no file after all');
    await edited.fill('no file after all');
    await edited.press('ControlOrMeta+Enter');
    await his.messageWith('no file after all').waitFor();
    expect(await his.messageWith('notes.txt').count()).toBe(0);
    await hers.messageWith('worth an answer').focus();
    await hers.page.keyboard.press('>');
    await eventually(async () => /```quote\nworth an answer/.test(await hers.compose.inputValue()));
    await hers.compose.press('ControlOrMeta+Enter');
    await his.page.locator('article.message blockquote', { hasText: 'worth an answer' }).waitFor();
    await hers.messageWith('no file after all').focus();
    await hers.page.keyboard.press('i');
    await hers.page.getByRole('menuitem', { name: 'Delete message' }).click();
    await hers.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await his.messageWith('no file after all').waitFor({ state: 'detached' });
  });

  it('answers a message that is pressed, and puts the box away by a press beside it', async () => {
    const [topic, other] = [unique('pressed'), unique('beside')];
    // The first day of a channel with more messages would not be on the screen.
    const place = await createChannel(ada, [bo]);
    const profile = await visits.profileOf(ada, { permissions: ['clipboard-read', 'clipboard-write'] });
    await sendToChannel(bo, place, { topic, content: 'a **plain** question\n\n> quoted\n\n```\none\n\ntwo\n```' });
    await sendToChannel(bo, place, { topic: other, content: 'something else' });
    const hers = await visits.tab(profile, addressOf.channel(place));
    const { page } = hers;
    const question = hers.messageWith('a plain question').locator('p', { hasText: 'question' });
    await question.click();
    await hers.compose.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('typed at once');
    // A press elsewhere does not take the text along.
    await hers.messageWith('something else').locator('p').click();
    expect(await hers.compose.inputValue()).toBe('typed at once');
    await hers.compose.press('ControlOrMeta+Enter');
    await hers.messageWith('typed at once').waitFor();
    const { subject } = (await fetchNewest(bo)).at(-1);
    expect(subject).toBe(topic);
    await page.locator('article.day').first().click();
    await hers.compose.waitFor({ state: 'detached' });
    // Two presses select a word, and nothing moves.
    await hers.messageWith('a plain question').locator('strong').dblclick();
    expect(await page.evaluate('String(getSelection()).trim()')).toBe('plain');
    await page.waitForTimeout(500);
    expect(await hers.compose.count()).toBe(0);
    await hers.messageWith('a plain question').hover();
    await hers.messageWith('a plain question').getByRole('button', { name: 'What to do with this message' }).click();
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    await page.getByText('Text copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe('a plain question\n\nquoted\n\none\n\ntwo');
  });

  it('sends direct messages and replies to them', async () => {
    const text = unique('between us');
    const hers = await visits.open(ada, addressOf.direct(bo));
    await hers.write(text);
    const his = await visits.open(bo, '#inbox');
    await his.main.getByRole('link', { name: ada.fullName }).click();
    await his.messageWith(text).waitFor();
    await his.write(`${text}, too`);
    await hers.messageWith(`${text}, too`).waitFor();
  });

  it('begins a topic from the channel', async () => {
    const topic = unique('new');
    const hers = await visits.open(ada, addressOf.channel(channel));
    await hers.page.getByRole('combobox', { name: 'Topic' }).fill(topic);
    await hers.write('the first word');
    await hers.messageWith('the first word').waitFor();
    const { id } = (await fetchNewest(bo)).at(-1);
    expect(await fetchOne(bo, id)).toMatchObject({ subject: topic, stream_id: channel.id });
  });

  it('delivers once, and in order, what was written offline in a tab that was closed', async () => {
    const topic = unique('offline');
    await sendToChannel(bo, channel, { topic, content: 'before' });
    const profile = await visits.profileOf(ada);
    const hers = await visits.tab(profile, addressOf.topic(channel, topic));
    await hers.messageWith('before').waitFor();
    await profile.setOffline(true);
    await hers.write('one');
    await hers.write('two');
    await hers.outgoing.nth(1).waitFor();
    await eventually(async () => (await hers.keptNames(' outbox ')).length === 2);
    await hers.page.close();
    await profile.setOffline(false);
    const again = await visits.tab(profile, addressOf.topic(channel, topic));
    await again.messageWith('two').waitFor();
    await again.outgoing.first().waitFor({ state: 'detached' });
    const narrow = [{ operator: 'topic', operand: topic }];
    const sent = await eventually(async () => {
      const messages = await fetchNewest(bo, narrow, { apply_markdown: false });
      return messages.length >= 3 && messages.map(({ content }) => content);
    });
    expect(sent).toEqual(['before', 'one', 'two']);
  });

  it('turns what was sent into the message itself, in the row that it has', async () => {
    const topic = unique('in place');
    const profile = await visits.profileOf(ada);
    const hers = await visits.tab(profile, addressOf.topic(channel, topic));
    const { page } = hers;
    const renderer = page.waitForResponse(/echo\.worker/);
    await hers.write('before');
    await hers.messageWith('before').waitFor();
    await (await renderer).finished();
    await profile.setOffline(true);
    // However long this takes, the row does not get the line that says so.
    await page.clock.setFixedTime(Date.now());
    await hers.write(`for @**${bo.fullName}**\n\n* it is **the same**`);
    await hers.outgoing.locator('li strong').waitFor();
    const marked = page.locator('[data-known]');
    await page.evaluate(`for (const place of ['', ' .user-mention', ' strong'])
      document.querySelector('article[data-local]' + place).dataset.known = 'yes'`);
    const before = await rested(() => hers.outgoing.boundingBox());
    await profile.setOffline(false);
    await hers.messageWith('the same').waitFor();
    expect([await marked.count(), await hers.outgoing.count()]).toEqual([3, 0]);
    expect(await hers.messageWith('the same').boundingBox()).toEqual(before);
    const id = Number(await hers.messageWith('the same').getAttribute('data-message-id'));
    expect(await fetchOne(bo, id)).toMatchObject({ subject: topic, sender_id: ada.userId });
  });

  it('takes back what could not be sent', async () => {
    const topic = unique('slip');
    await sendToChannel(bo, channel, { topic, content: 'before' });
    const profile = await visits.profileOf(ada);
    const hers = await visits.tab(profile, addressOf.topic(channel, topic));
    await hers.messageWith('before').waitFor();
    await hers.page.clock.install();
    await profile.setOffline(true);
    for (const text of ['a slip', 'a mistake']) await hers.write(text);
    await hers.outgoing.nth(1).waitFor();
    await hers.page.clock.fastForward(11_000);
    await hers.outgoing.filter({ hasText: 'a slip' }).getByRole('button', { name: 'Do not send' }).click();
    await hers.outgoing.filter({ hasText: 'a mistake' }).getByRole('button', { name: 'Edit' }).click();
    await eventually(async () => (await hers.compose.inputValue()) === 'a mistake');
    await hers.outgoing.waitFor({ state: 'detached' });
    await profile.setOffline(false);
    await hers.write('meant');
    await hers.messageWith('meant').waitFor();
    const sent = await fetchNewest(bo, [{ operator: 'topic', operand: topic }], { apply_markdown: false });
    expect(sent.map(({ content }) => content)).toEqual(['before', 'meant']);
  });

  it('keeps the text in the box when another view is opened, whose messages it makes paler', async () => {
    const [topic, other] = [unique('begun'), unique('looked up')];
    await sendToChannel(bo, channel, { topic, content: 'a question' });
    await sendToChannel(bo, channel, { topic: other, content: 'an answer' });
    const hers = await visits.open(ada, addressOf.topic(channel, topic));
    await hers.messageWith('a question').waitFor();
    const paler = hers.page.locator('article[data-faded]');
    await hers.compose.fill('As I see it');
    expect(await paler.count()).toBe(0);
    await hers.goTo(addressOf.topic(channel, other));
    await paler.filter({ hasText: 'an answer' }).waitFor();
    expect(await hers.compose.inputValue()).toBe('As I see it');
    await hers.page.getByText('You are writing to another conversation').waitFor();
    // The way to what one writes to, and back.
    await hers.compose.press('Control+.');
    await hers.messageWith('a question').waitFor();
    expect(await hers.compose.inputValue()).toBe('As I see it');
    await hers.goTo(addressOf.topic(channel, other));
    await paler.filter({ hasText: 'an answer' }).waitFor();
    await hers.page.getByRole('button', { name: 'Write to this view again' }).click();
    await paler.waitFor({ state: 'detached' });
    await eventually(async () => (await hers.compose.inputValue()) === '');
    await hers.goTo(addressOf.topic(channel, topic));
    await eventually(async () => (await hers.compose.inputValue()) === 'As I see it');
  });

  it('tells moderators of a message, with the reason', async () => {
    const reports = await createChannel(organization.owner, [], { invite_only: true });
    await organization.owner.client.succeed('PATCH', '/realm', { moderation_request_channel_id: reports.id });
    const topic = unique('reported');
    const id = await sendToChannel(bo, channel, { topic, content: 'buy this now' });
    const hers = await visits.open(ada, addressOf.topic(channel, topic));
    await hers.message(id).focus();
    await hers.page.keyboard.press('i');
    await hers.page.getByRole('menuitem', { name: 'Report message' }).click();
    const dialog = hers.page.getByRole('dialog', { name: 'Report message' });
    await dialog.getByLabel('Reason').selectOption('Something else');
    const send = dialog.getByRole('button', { name: 'Report', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('Explanation', { exact: true }).fill('It sells something.');
    await send.click();
    await hers.page.getByText('Reported to the moderators').waitFor();
    const reported = await fetchNewest(organization.owner, [{ operator: 'channel', operand: reports.id }], {
      apply_markdown: false,
    });
    expect(reported.at(-1)?.content).toContain('It sells something.');
  });

  it('says what sending does to a muted topic, that a search may not show it, and opens a resolved topic', async () => {
    const muted = await createChannel(ada, [bo]);
    await ada.client.succeed('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: muted.id, property: 'is_muted', value: true }],
    });
    const [quiet, settled] = [unique('quiet'), unique('settled')];
    await sendToChannel(bo, muted, { topic: quiet, content: 'before' });
    const id = await sendToChannel(ada, channel, { topic: settled, content: 'all done' });
    await ada.client.succeed('PATCH', `/messages/${id}`, { topic: `✔ ${settled}`, propagate_mode: 'change_all' });
    const hers = await visits.open(ada, addressOf.topic(muted, quiet));
    const { page } = hers;
    await hers.compose.fill('now?');
    await page.getByText('sending unmutes it').waitFor();
    await hers.goTo(`#narrow/search/${encodeURIComponent(settled)}`);
    await hers.messageWith('all done').focus();
    await page.keyboard.press('r');
    await hers.compose.fill('really?');
    await page.getByText('may not appear in this search').waitFor();
    const form = page.getByRole('form', { name: 'Write a message' });
    await form.getByText('This topic is resolved').waitFor();
    await form.getByRole('button', { name: 'Open topic again' }).click();
    await eventually(async () => (await fetchOne(bo, id)).subject === settled);
  });

  it('says why one may not write in a channel, and keeps the text', async () => {
    const announcements = await createChannel(ada, [bo], { can_send_message_group: await nobody() });
    const his = await visits.open(bo, addressOf.topic(announcements, 'news'));
    const reason = 'You are not allowed to write in this channel';
    // The empty view does not ask for a first message.
    await his.main.locator('.empty').getByText(reason).waitFor();
    await his.write('may I?');
    await his.page.getByRole('form', { name: 'Write a message' }).getByText(reason).waitFor();
    expect(await his.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    expect(await his.compose.inputValue()).toBe('may I?');
    await ada.client.succeed('PATCH', `/streams/${announcements.id}`, {
      can_send_message_group: { new: { direct_members: [ada.userId], direct_subgroups: [] } },
    });
    await his.page.getByText(`Who may: ${ada.fullName}.`).waitFor();
  });

  async function nobody(): Promise<number> {
    const { user_groups: groups } = await ada.client.succeed('GET', '/user_groups', {
      include_deactivated_groups: false,
    });
    return groups.find(({ name }: { name: string }) => name === 'role:nobody').id;
  }

  it('asks for a time that is typed, and what becomes of a very long text', async () => {
    const topic = unique('asking');
    await sendToChannel(bo, channel, { topic, content: 'when?' });
    const hers = await visits.open(ada, addressOf.topic(channel, topic), { timezoneId: 'Asia/Kolkata' });
    await hers.messageWith('when?').waitFor();
    await hers.compose.pressSequentially('At <tim');
    await hers.page.getByRole('option', { name: /A time that everybody sees/ }).waitFor();
    await hers.compose.press('Enter');
    const asked = hers.page.getByRole('dialog', { name: 'Insert a time' });
    await asked.getByLabel('Date and time').fill('2026-12-01T09:30');
    await asked.getByRole('button', { name: 'Insert' }).click();
    await eventually(async () => (await hers.compose.inputValue()) === 'At <time:2026-12-01T09:30:00+05:30> ');
    const long = 'many words '.repeat(500);
    await hers.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(long)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await hers.page.getByRole('button', { name: 'Attach as a file' }).click();
    await eventually(async () => (await hers.compose.inputValue()).includes('[PastedText.txt](/user_uploads/'));
  });
});
