import { VERSION_FIELDS } from '@stoa/contracts/server';
import { eventually, sharedCluster } from '@stoa/testing';
import { type Person, addPerson } from '../support/people';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('help and menus of the web client', () => {
  let organization: WebOrganization;
  let newcomer: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    newcomer = await addPerson(organization.owner, 'Newcomer');
  });

  const ownSettings = async (): Promise<{ web_font_size_px: number }> => {
    const { user_settings } = await newcomer.client.succeed('POST', '/register', {
      event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    });
    return user_settings;
  };

  it('show what can be written and searched for, and which software this is', async () => {
    const { page } = await visits.open(newcomer);
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Formatting messages' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('strong', { hasText: 'bold' }).waitFor();
    await dialog.getByRole('cell', { name: 'pears', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'What it is about' }).click();
    await dialog.locator('.spoiler-content', { hasText: 'What stays hidden' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Search filters' }).click();
    await dialog.getByRole('row', { name: 'is:starred Starred messages' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Connection' }).click();
    const health = page.getByRole('dialog', { name: 'Connection' });
    await health.getByText('Connected', { exact: true }).waitFor();
    await health.getByText('none waits').waitFor();
    await page.context().setOffline(true);
    await health.getByRole('button', { name: 'Check now' }).click();
    await health.getByText('The service does not answer').waitFor();
    await page.context().setOffline(false);
    await health.getByText('Connected', { exact: true }).waitFor();
    await page.goto('/#about');
    await dialog.getByText(String(VERSION_FIELDS.service_feature_level)).waitFor();
  });

  it('say once what is new, and change the theme and the size of the text', async () => {
    const client = await visits.open(newcomer, '#inbox');
    const { page } = client;
    await page.getByRole('button', { name: 'Understood' }).click();
    await page.getByRole('complementary', { name: 'Hint' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Setup' }).click();
    const saved = page.waitForResponse(/\/json\/settings$/);
    await page.getByRole('menuitem', { name: 'Dark theme' }).click();
    await saved;
    await page.reload();
    await client.main.waitFor();
    await eventually(async () => (await page.evaluate('document.documentElement.dataset.theme')) === 'dark');
    await page.getByRole('button', { name: 'Setup' }).click();
    // The menu stays open while one tries.
    await page.getByRole('menuitem', { name: 'Larger text (17 px)' }).click();
    await page.getByRole('menuitem', { name: 'Larger text (18 px)' }).click();
    await page.getByRole('menuitem', { name: 'Larger text (19 px)' }).waitFor();
    await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('18px');
    await eventually(async () => (await ownSettings()).web_font_size_px === 18);
    // Lines stay readable on wide screens, unless all of the width is wanted.
    await page.setViewportSize({ width: 1900, height: 800 });
    const width = async () => (await page.locator('.panes').boundingBox())?.width;
    await expect.poll(width).toBe(87.5 * 18);
    await newcomer.client.succeed('PATCH', '/settings', { fluid_layout_width: true });
    await eventually(async () => (await width()) === 1900);
    expect(await page.getByRole('complementary', { name: 'Hint' }).count()).toBe(0);
  });

  it('lead to other organizations that one has listed, and offer the way back to where one comes from', async () => {
    const { page } = await visits.open(newcomer, '#inbox');
    const dialog = page.getByRole('dialog', { name: 'Organizations' });
    await page.getByRole('button', { name: 'Setup' }).click();
    await page.getByRole('menuitem', { name: 'Other organizations' }).click();
    await dialog.getByLabel('Address').fill(organization.url);
    await dialog.getByRole('button', { name: 'Add an organization' }).click();
    await dialog.getByText('leads to no other organization').waitFor();
    await dialog.getByLabel('Address').fill('ops.localhost:1234');
    await dialog.getByLabel('Name (optional)').fill('Ops');
    await dialog.getByLabel('Name (optional)').press('Enter');
    const there = await dialog.getByRole('link', { name: 'Ops' }).getAttribute('href');
    expect(there).toMatch(/^http:\/\/ops\.localhost:1234\/#organizations\/from\//);
    await page.reload();
    await dialog.getByRole('link', { name: 'Ops' }).waitFor();
    await page.goto('/#organizations/from/http.3A.2F.2Fart.2Elocalhost.3A1234/Art');
    await dialog.getByText('You come from art.localhost:1234').waitFor();
    expect(await dialog.getByLabel('Name (optional)').inputValue()).toBe('Art');
    await page.goto('/#organizations/from/http.3A.2F.2Fops.2Elocalhost.3A1234/Ops');
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
});
