import { sharedCluster } from '@stoa/testing';
import { signIn } from '../support/browsers';
import { type Person, addPerson } from '../support/people';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

describe('signing in and out in a browser', () => {
  let organization: WebOrganization;
  /** Has a password. */
  let member: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster());
    member = await addPerson(organization.owner, 'Ada');
  });

  it('takes a password, and opens what the address asked for', async () => {
    const page = await visits.stranger('/#narrow/is/starred');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Starred messages', level: 1 }).waitFor();
  });

  it('takes one click of a demo account', async () => {
    const page = await visits.stranger();
    await page.getByRole('button', { name: member.email }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('ends here and in every tab of the profile by signing out', async () => {
    const profile = await visits.profileOf(member);
    const [first, second] = [await profile.newPage(), await profile.newPage()];
    for (const page of [first, second]) {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    }
    await first.getByRole('button', { name: 'Your menu' }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const page of [first, second]) await page.getByLabel('Password').waitFor();
    expect(await profile.cookies()).toEqual([]);
  });

  it('ends when the session is ended elsewhere', async () => {
    const { page } = await visits.open(member);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await (await signIn(member)).succeed('DELETE', '/sessions');
    await page.getByLabel('Password').waitFor();
  });
});
