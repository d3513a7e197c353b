import { eventually, sharedCluster } from '@stoa/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { sendDirect } from '../support/messages';
import { type Person, addPerson } from '../support/people';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

/** A browser without a desktop: what would be shown there is written down. */
const DESKTOP = `{
  delete Navigator.prototype.serviceWorker;
  const shown = [];
  const open = [];
  let permission = 'default';
  window.desktop = shown;
  window.Notification = class extends EventTarget {
    static get permission() { return permission; }
    static async requestPermission() { permission = 'granted'; return permission; }
    constructor(title, { body, tag }) {
      super();
      this.note = { title, body, tag, isOpen: true };
      this.note.click = () => this.dispatchEvent(new Event('click'));
      // The newest of a tag takes the place of the others.
      for (const known of open) if (known.note.tag === tag) known.close();
      open.push(this);
      shown.push(this.note);
    }
    close() { this.note.isOpen = false; this.dispatchEvent(new Event('close')); }
  };
}`;

interface Note {
  title: string;
  body: string;
  isOpen: boolean;
}

const notesOf = (page: Page): Promise<Note[]> => page.evaluate('window.desktop.map(({ click, ...note }) => note)');

describe('notifications of the web client', () => {
  let organization: WebOrganization;
  let reader: Person;
  let writer: Person;
  let profile: BrowserContext;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    reader = await addPerson(organization.owner, 'Reader');
    writer = await organization.createPerson('Writer');
  });
  beforeEach(async () => {
    profile = await visits.profileOf(reader);
  });

  it('are asked for by a click, tell of messages, lead to them, and go when they are read', async () => {
    await profile.addInitScript(DESKTOP);
    const client = await visits.tab(profile);
    const { page } = client;
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor({ state: 'hidden' });
    await sendDirect(writer, [reader], { content: 'Hello' });
    await eventually(async () => (await notesOf(page)).length === 1);
    const content = '**Look** :tada:\n\n```spoiler The end\nThe gardener did it\n```\n\n> quoted\n\n$$e=mc^2$$';
    await sendDirect(writer, [reader], { content });
    await eventually(async () => (await notesOf(page)).length === 2);
    const [first, second] = await notesOf(page);
    expect(first).toMatchObject({ title: `${writer.fullName} (to you)`, body: 'Hello' });
    expect(second).toMatchObject({
      title: `2 messages from ${writer.fullName} (to you)`,
      body: 'Look 🎉\nThe end (Spoiler)\n“quoted”\ne=mc^2',
    });
    await page.evaluate('window.desktop[1].click()');
    await client.messageWith('Look').waitFor();
    await eventually(async () => (await notesOf(page)).every(({ isOpen }) => !isOpen));
    // What is read as it comes needs no notification.
    await sendDirect(writer, [reader], { content: 'Are you there?' });
    await client.messageWith('Are you there?').waitFor();
    await client.goTo('#settings/notifications');
    await page.getByRole('button', { name: 'Send a test notification' }).click();
    await page.getByText('The notification was given to the browser.').waitFor();
    expect((await notesOf(page)).slice(2)).toMatchObject([{ title: 'Test notification' }]);
  });

  it('lead to their messages from a worker, which outlives the page that showed them', async () => {
    await profile.grantPermissions(['notifications']);
    const client = await visits.tab(profile, '#inbox');
    const { page } = client;
    const shown = (code: string): Promise<string> =>
      page.evaluate(`navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then(${code})`);
    await page.evaluate('navigator.serviceWorker.ready');
    // A page that has the focus and shows the inbox does not show the message.
    await sendDirect(writer, [reader], { content: 'From the worker' });
    const title = `${writer.fullName} (to you)`;
    await eventually(async () => (await shown(`([first]) => first?.title ?? ''`)) === title);
    const worker = await eventually(() => profile.serviceWorkers()[0]);
    // Only a person's click lets a worker bring windows to the front, so the promise of that is left to itself.
    await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
      const click = new NotificationEvent('notificationclick', { notification });
      // It has this from the browser alone.
      click.waitUntil = (work) => void work.catch(() => undefined);
      self.dispatchEvent(click);
    })`);
    await client.messageWith('From the worker').waitFor();
    await eventually(async () => (await shown('(all) => String(all.length)')) === '0');
  });
});
