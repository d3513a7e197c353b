import { eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { sendDirect, sendToChannel } from '../support/messages';
import { unique } from '../support/people';
import { findingsOf } from './support/axe';
import { type ClientPage, addressOf } from './support/client-page';
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
    const client = await visits.open(owner, '#inbox');
    const views = [
      ...['#inbox', '#recent', '#feed', '#narrow/is/starred', '#narrow/is/mentioned', '#nonsense'],
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
    const channel = await createChannel(owner, [writer]);
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
    await client.message(id).waitFor();
    const found: Record<string, string[]> = {};
    for (const [name, open] of Object.entries(ways)) {
      await open();
      await page.locator('[role=dialog], [role=menu], [role=listbox], .pill-picker').first().waitFor();
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
    await sendToChannel(writer, channel, { topic, content: `مرحبا بالعالم, hello\n\n${CONTENT}` });
    const client = await visits.open(owner, '#inbox', { viewport: { width: 320, height: 640 } });
    const isWide = `document.scrollingElement.scrollWidth > document.documentElement.clientWidth + 1`;
    const wide: string[] = [];
    for (const direction of ['ltr', 'rtl']) {
      await client.page.evaluate(`document.documentElement.dir = '${direction}'`);
      for (const hash of ['#inbox', '#recent', addressOf.topic(channel, topic), '#settings/preferences']) {
        await client.goTo(hash);
        await findingsOf(client.page);
        if (await client.page.evaluate(isWide)) wide.push(`${direction} ${hash}`);
      }
    }
    expect(wide).toEqual([]);
    // Also of what one answers while one writes much, something can be seen.
    await client.page.setViewportSize({ width: 320, height: 480 });
    await client.goTo(addressOf.topic(channel, topic));
    // A message keeps what fits beside it: the star and the menu.
    await client.messages.first().focus();
    const tools = client.messages.first().locator('.message-tools');
    await tools.getByRole('button', { name: 'Star', exact: true }).waitFor();
    expect(await tools.getByRole('button', { name: 'Add an emoji reaction' }).isVisible()).toBe(false);
    await client.compose.fill('a line\n'.repeat(20));
    const feed = client.page.getByRole('feed');
    await eventually(async () => ((await feed.boundingBox())?.height ?? 0) > 100);
    await client.messages.first().scrollIntoViewIfNeeded();
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
