import { VERSION_FIELDS } from '@stoa/contracts/server';
import { sharedCluster } from '@stoa/testing';
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
    await page.goto('/#about');
    await dialog.getByText(String(VERSION_FIELDS.service_feature_level)).waitFor();
  });

  it('say once what is new, and change the theme', async () => {
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
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
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
