import { eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { sendDirect, sendToChannel } from '../support/messages';
import { unique } from '../support/people';
import { findingsOf } from './support/axe';
import { type ClientPage, addressOf, rested } from './support/client-page';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

const CONTENT = `**bold** \`code\` [link](https://example.net) :thumbs_up: @**all**

> quoted

\`\`\`python
x = 1
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

\`\`\`spoiler What
hidden
\`\`\`

$$x^2$$`;

const OVERLAYS = [
  ...[
    'keyboard-shortcuts',
    'message-formatting',
    'search-operators',
    'about',
    'connection',
    'invite',
    'channels/new',
    'groups/new',
  ],
  ...['channels/subscribed', 'channels/all', 'groups/your', 'invite/link', 'invite/pending'],
  ...['users/deactivated', 'users/invitations', 'users/mails'].map((page) => `organization/${page}`),
  ...['channels/available', 'groups/all', 'organizations', 'drafts', 'scheduled', 'reminders'],
  ...['profile', 'account-and-privacy', 'preferences', 'notifications', 'topics', 'muted-users', 'alert-words'].map(
    (page) => `settings/${page}`,
  ),
  ...['settings/uploaded-files', 'settings/your-bots'],
  ...[
    'organization-profile',
    'organization-settings',
    'organization-permissions',
    'auth-methods',
    'users',
    'bots',
    'emoji-settings',
  ].map((page) => `organization/${page}`),
  ...['linkifier-settings', 'playground-settings', 'profile-field-settings', 'channel-folders'].map(
    (page) => `organization/${page}`,
  ),
  ...['default-channels-list', 'organization-level-user-defaults', 'data-exports-admin'].map(
    (page) => `organization/${page}`,
  ),
];

/** What readers must be able to set. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`;

/** What takes its time to change, or moves by itself. */
const MOVING = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
  const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0.001);
  const moves = lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
  return moves ? [element.className] : [];
})`;

/** What scrolls sideways, but for what is as wide as it is: code, formulas, tables, the tools of the box for writing. */
const SIDEWAYS = `[...document.querySelectorAll('body, body *')].flatMap((element) => {
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX) || element === document.body;
  const isMeant = element.matches('pre, table, .katex-display, .compose-tools') || element.closest('.codehilite');
  const isWide = element.scrollWidth > element.clientWidth + 1;
  return scrolls && !isMeant && isWide ? [element.tagName + '.' + element.className] : [];
})`;

/** Texts of which something lies outside of a box that hides it; what ends in an ellipsis has a tooltip. */
const CUT = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data.trim() : '')).join('');
  const box = element.getBoundingClientRect();
  if (text === '' || box.width * box.height === 0 || element.closest('.visually-hidden, .katex, svg')) return [];
  for (let place = element; place !== document.body; place = place.parentElement) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(place);
    if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === 'ellipsis') return [];
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const { bottom, right } = place.getBoundingClientRect();
    const isOut = box.bottom > bottom + 1 || box.right > right + 1;
    if (isOut || (place === element && element.scrollHeight > element.clientHeight + 1)) return [text];
  }
  return [];
})`;

describe('accessibility of the web client', () => {
  let organization: WebOrganization;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
  });

  /** Findings by address; each is looked at in both themes. */
  const lookAt = async (client: ClientPage, hashes: readonly string[], isOverlay = false) => {
    const found: Record<string, string[]> = {};
    for (const hash of hashes) {
      await client.goTo(hash);
      if (isOverlay) await client.page.getByRole('dialog').getByRole('heading').first().waitFor();
      const findings = await findingsOf(client.page);
      if (findings.length > 0) found[hash] = findings;
    }
    return found;
  };

  it('has no findings in the views', async () => {
    const { owner } = organization;
    const writer = await organization.createPerson('Writer');
    const channel = await createChannel(owner, [writer]);
    const id = await sendToChannel(writer, channel, { topic: 'talk', content: CONTENT });
    await owner.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await sendToChannel(owner, channel, { topic: 'talk', content: 'An answer' });
    await sendDirect(writer, [owner], { content: 'Hello' });
    await sendToChannel(owner, channel, { topic: 'votes', content: '/poll Lunch?\n- soup\n- bread' });
    await sendToChannel(owner, channel, { topic: 'votes', content: '/todo Trip\n- pack: socks' });
    const client = await visits.open(owner, '#inbox');
    const views = [
      ...['#inbox', '#recent', '#feed', '#narrow/is/starred', '#narrow/is/mentioned', '#nonsense'],
      ...['#narrow/is/dm', '#narrow/is/followed', '#narrow/has/reaction/sender/me', '#narrow/search/answer'],
      addressOf.topic(channel, 'votes'),
      ...[
        addressOf.channel(channel),
        addressOf.topic(channel, 'talk'),
        addressOf.direct(writer),
        `#topics/${channel.id}`,
      ],
    ];
    expect(await lookAt(client, views)).toEqual({});
    await client.goTo(addressOf.direct(writer));
    await client.compose.fill('While I write to one of them');
    await client.goTo(addressOf.topic(channel, 'talk'));
    await client.page.locator('article[data-faded]').first().waitFor();
    expect(await findingsOf(client.page)).toEqual([]);
  });

  it('says of a message who wrote what, and stands still where the system wants that', async () => {
    const { owner } = organization;
    const writer = await organization.createPerson('Writer');
    const channel = await createChannel(owner, [writer]);
    await sendToChannel(writer, channel, { topic: 'heard', content: 'Read **this** aloud' });
    const client = await visits.open(owner, addressOf.topic(channel, 'heard'));
    const name = new RegExp(`^${writer.fullName} Read this aloud \\d`);
    await client.page.getByRole('article', { name }).waitFor();
    await client.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await client.page.evaluate(MOVING)).toEqual([]);
    // What comes later is read out, and nothing of what was there.
    const live = client.main.locator('[aria-live=polite].visually-hidden');
    expect(await live.innerText()).toBe('');
    const id = await sendToChannel(writer, channel, { topic: 'heard', content: 'And **this**, too' });
    await live.filter({ hasText: /And this, too/ }).waitFor();
    expect(await live.innerText()).not.toContain('aloud');
    // Its name goes on with what became of it, and it says which of how many it is.
    await writer.client.succeed('PATCH', `/messages/${id}`, { content: 'And this, better' });
    await owner.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    const changed = new RegExp(`^${writer.fullName} And this, better \\d.* edited 1 reaction$`, 'i');
    const second = client.page.getByRole('article', { name: changed });
    await second.waitFor();
    // Places are told after the rows are on the screen.
    await second.and(client.page.locator('[aria-posinset="2"][aria-setsize="2"]')).waitFor();
  });

  it('has no findings in the overlays', async () => {
    const client = await visits.open(organization.owner, '#inbox');
    const { owner } = organization;
    const person = await organization.createPerson('Managed');
    const channel = await createChannel(owner, [person]);
    const { user_group_id: groupId } = await owner.client.succeed('POST', '/user_groups/create', {
      ...{ name: unique('group'), description: '', members: [owner.userId, person.userId] },
    });
    await owner.client.succeed('POST', '/realm/profile_fields', { name: unique('Field'), field_type: 1 });
    const overlays = [
      ...[...OVERLAYS, `user/${owner.userId}`],
      ...['profile', 'channels', 'groups', 'manage'].map((tab) => `user/${person.userId}/${tab}`),
      ...['general', 'personal', 'subscribers', 'permissions'].map((tab) => `channels/${channel.id}/x/${tab}`),
      ...['general', 'members', 'permissions'].map((tab) => `groups/${groupId}/${tab}`),
    ].map((path) => `#${path}`);
    expect(await lookAt(client, overlays, true)).toEqual({});
  });

  it('has no findings in dialogs and menus that a conversation opens', async () => {
    const { owner } = organization;
    const writer = await organization.createPerson('Writer');
    const reader = await organization.createPerson('Reader');
    const channel = await createChannel(owner, [writer, reader]);
    const reports = await createChannel(owner, [], { invite_only: true });
    await owner.client.succeed('PATCH', '/realm', {
      ...{ moderation_request_channel_id: reports.id, enable_read_receipts: true },
    });
    const group = unique('group');
    await owner.client.succeed('POST', '/user_groups/create', {
      ...{ name: group, description: 'Who writes', members: [owner.userId, writer.userId] },
    });
    await sendDirect(writer, [owner], { content: 'Hello' });
    const id = await sendToChannel(writer, channel, { topic: 'dialogs', content: `@*${group}* ${CONTENT}` });
    await owner.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await writer.client.succeed('PATCH', `/messages/${id}`, { content: `@*${group}* ${CONTENT}\n\nchanged` });
    await reader.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const client = await visits.open(owner, addressOf.topic(channel, 'dialogs'));
    const { page } = client;
    const press = (key: string) => async () => {
      await client.message(id).focus();
      await page.keyboard.press(key);
    };
    const ofMenu = (name: string) => async () => {
      await press('i')();
      await page.getByRole('menuitem', { name }).click();
    };
    const button = (name: string) => () => page.getByRole('button', { name, exact: true }).first().click();
    const ways: Readonly<Record<string, () => Promise<void>>> = {
      ...{ 'menu of the message': press('i'), 'menu of the client': press('g'), reaction: press(':') },
      ...{ move: press('m'), history: press('Shift+H'), receipts: press('Shift+V'), sender: press('u') },
      ...{ report: ofMenu('Report message'), deletion: ofMenu('Delete message'), reactions: ofMenu('Who reacted') },
      ...{ palette: press('Control+k'), search: press('/') },
      poll: button('Create a poll'),
      snippets: button('Saved snippets'),
      status: async () => {
        await page.getByRole('button', { name: 'Your menu' }).click();
        await page.getByRole('menuitem', { name: 'Set a status…' }).click();
      },
      'menu of the topic': () => client.sidebar.getByRole('button', { name: 'Menu of dialogs' }).click(),
      'menu of the channel': () => client.sidebar.getByRole('button', { name: `Menu of ${channel.name}` }).click(),
      'menu of the conversation': () =>
        client.sidebar.getByRole('button', { name: `Menu of ${writer.fullName}` }).click(),
      'card of the group': () =>
        client
          .message(id)
          .getByRole('button', { name: `@${group}` })
          .click(),
      'direct message': press('x'),
    };
    /** What stands there, beside what other journeys see. */
    const saying: Readonly<Record<string, readonly string[]>> = {
      history: [`Written by ${writer.fullName}`, `Changed by ${writer.fullName}`, 'changed'],
      receipts: ['Some people do not share what they have read.', 'Read by', reader.fullName],
      reactions: [':tada: · 1', owner.fullName],
      'menu of the topic': ['Mute', 'Copy link', 'Move or rename topic', 'Delete topic'],
      'menu of the channel': ['All messages of the channel', 'Pin to the top', 'Mute channel', 'Unsubscribe'],
      'menu of the conversation': ['Mark as read', 'Copy link', 'View profile', `Mute ${writer.fullName}`],
      'card of the group': ['Who writes', '2 members', writer.fullName, owner.fullName, 'Open the group'],
    };
    await client.message(id).waitFor();
    const layer = page.locator('[role=dialog], [role=menu], [role=listbox], .pill-picker').first();
    const found: Record<string, string[]> = {};
    for (const [name, open] of Object.entries(ways)) {
      // Keys belong to what the last one has opened until that is closed.
      await layer.waitFor({ state: 'detached' });
      await open();
      await layer.waitFor();
      for (const text of saying[name] ?? []) await layer.getByText(text).first().waitFor();
      const isMenu = name.startsWith('menu');
      // A menu stands over the page, in none of its landmarks, and takes the focus as long as it is open.
      const findings = (await findingsOf(page)).filter((line) => !(isMenu && line.startsWith('light: region (1)')));
      if (findings.length > 0) found[name] = findings;
      await page.keyboard.press('Escape');
    }
    expect(found).toEqual({});
  });

  it('scrolls nothing sideways on 320 pixels (1280 at 400 %), also from right to left', async () => {
    const { owner } = organization;
    const writer = await organization.createPerson('Writer');
    const channel = await createChannel(owner, [writer]);
    const topic = 'a topic with a name that is as long as those of any topic is';
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
    const id = await sendToChannel(writer, channel, { topic, content: `مرحبا بالعالم, hello\n\n${CONTENT}` });
    await sendToChannel(owner, channel, { topic: 'votes', content: `/poll ${word}?\n- ${word}\n- no` });
    await sendToChannel(owner, channel, { topic: 'votes', content: `/todo ${word}\n- ${word}: ${word}` });
    const client = await visits.open(owner, '#inbox', { viewport: { width: 320, height: 640 }, hasTouch: true });
    const { page } = client;
    const wide: string[] = [];
    const noteWide = async (where: string): Promise<void> => {
      await findingsOf(page);
      const found = await page.evaluate<string[]>(SIDEWAYS);
      if (found.length > 0) wide.push(`${where}: ${found.join(', ')}`);
    };
    const help = ['keyboard-shortcuts', 'message-formatting', 'search-operators', 'connection', 'about'];
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const views = ['#inbox', '#recent', addressOf.topic(channel, topic), addressOf.topic(channel, 'votes')];
      for (const hash of [...views, '#settings/preferences', ...help.map((name) => `#${name}`)]) {
        await client.goTo(hash);
        await noteWide(`${direction} ${hash}`);
      }
    }
    expect(wide).toEqual([]);
    await page.evaluate(`document.documentElement.dir = 'ltr'`);

    // Polls and lists are used by a finger, and edited where they stand.
    await client.goTo(addressOf.topic(channel, 'votes'));
    const poll = page.getByRole('group', { name: `${word}?` });
    // What lay over it goes, and the list finds its place: a finger that comes before hits something else.
    await rested(() => poll.boundingBox());
    await poll.getByRole('button', { name: 'no: 0 votes' }).tap();
    await poll.getByRole('button', { name: 'no: 1 vote' }).waitFor();
    await poll.getByRole('button', { name: 'Edit the question' }).tap();
    const question = page.getByRole('textbox', { name: 'Edit the question' });
    await question.and(page.locator(':focus')).waitFor();
    await noteWide('the question of a poll');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    const task = page.getByRole('checkbox', { name: new RegExp(word) });
    // The poll has got its old size, which moves what is below.
    await rested(() => task.boundingBox());
    await task.tap();
    await page.getByRole('checkbox', { name: new RegExp(word), checked: true }).waitFor();
    // What the bar has no room for stands in the gear menu: arrows lead past the button that is not there.
    await page.getByRole('button', { name: 'Setup' }).tap();
    await page.getByRole('menuitem', { name: 'Search filters' }).waitFor();
    await noteWide('the gear menu');
    await page.keyboard.press('ArrowLeft');
    // It takes the focus a moment later, and keys with it.
    await page
      .locator('[role=menu]:focus-within')
      .filter({ has: page.getByRole('menuitem', { name: 'Sign out' }) })
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Search filters' }).tap();
    await page.getByRole('dialog', { name: 'Search filters' }).getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Create a poll' }).tap();
    const form = page.getByRole('dialog', { name: 'Create a poll' });
    await form.waitFor();
    await noteWide('the form of a poll');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await client.goTo(addressOf.topic(channel, topic));
    // Of the view that comes, not of the one that goes.
    await client.message(id).focus();
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await noteWide('the menu of a message');
    await page.keyboard.press('Escape');
    expect(wide).toEqual([]);

    // Also of what one answers while one writes much, something can be seen.
    await page.setViewportSize({ width: 320, height: 480 });
    await client.compose.fill('a line\n'.repeat(20));
    const feed = page.getByRole('feed');
    await eventually(async () => ((await feed.boundingBox())?.height ?? 0) > 100);
    await client.messages.first().scrollIntoViewIfNeeded();
  });

  it('keeps of the tools of a message what fits beside it on a small screen', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner);
    const id = await sendToChannel(owner, channel, { topic: 'small', content: 'Short' });
    const client = await visits.open(owner, addressOf.topic(channel, 'small'), {
      viewport: { width: 320, height: 640 },
    });
    await client.message(id).focus();
    const tools = client.message(id).locator('.message-tools');
    await tools.getByRole('button', { name: 'Star', exact: true }).waitFor();
    expect(await tools.getByRole('button', { name: 'Add an emoji reaction' }).isVisible()).toBe(false);
  });

  it('has no findings where one signs in', async () => {
    const page = await visits.stranger('/login');
    await page.getByRole('heading').first().waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.evaluate(`document.querySelector('main, body').append(document.createElement('button'))`);
    expect(await findingsOf(page)).toEqual([expect.stringContaining('button-name')]);
  });

  it('loses no text when people space it as they need (WCAG 1.4.12)', async () => {
    const { owner } = organization;
    const channel = await createChannel(owner);
    await sendToChannel(owner, channel, { topic: 'spacing', content: CONTENT });
    const client = await visits.open(owner, '#inbox');
    const cut: Record<string, string[]> = {};
    for (const hash of ['#inbox', '#recent', addressOf.topic(channel, 'spacing'), '#settings/preferences']) {
      await client.goTo(hash);
      await findingsOf(client.page);
      const before = new Set(await client.page.evaluate<string[]>(CUT));
      await client.page.addStyleTag({ content: SPACED });
      const found = (await client.page.evaluate<string[]>(CUT)).filter((text) => !before.has(text));
      if (found.length > 0) cut[hash] = found;
      await client.page.evaluate(`document.querySelector('head > style:last-of-type').remove()`);
    }
    expect(cut).toEqual({});
  });
});
