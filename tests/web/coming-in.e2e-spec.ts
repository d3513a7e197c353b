import { type TestCluster, sharedCluster } from '@stoa/testing';
import { mailTo } from '../support/mail';
import { pathOf } from '../support/pages';
import { type Person, addPerson, unique } from '../support/people';
import { signUpKeyFor } from '../support/sign-ups';
import { findingsOf } from './support/axe';
import { useVisits } from './support/visits';
import { type WebOrganization, createWebOrganization } from './support/web-organization';

const STRONG = 'granite3-otter-77';

describe('coming in without a session', () => {
  let cluster: TestCluster;
  let organization: WebOrganization;
  let member: Person;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createWebOrganization(cluster);
    member = await addPerson(organization.owner, 'Forgetful');
  });

  it('is possible with a new password, by a link that works once', async () => {
    const page = await visits.stranger('/login/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Email').fill(member.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const link = /https?:\S+\/accounts\/password\/reset\/\S+/.exec((await mailTo(cluster, member.email)).text)?.[0];
    const path = pathOf(link ?? 'no link');
    await page.goto(path);
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('password');
    await page.getByText('Too easy to guess').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await field.fill(STRONG);
    await page.getByText('Too easy to guess').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(STRONG);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.goto(path);
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });

  it('is possible with a new account, by an invitation that several may use', async () => {
    const { invite_link: link } = await organization.owner.client.succeed('POST', '/invites/multiuse', {});
    const page = await visits.stranger(pathOf(link));
    await page.getByRole('heading', { name: /^Join / }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Email').fill('newcomer@mailinator.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Use an address that lasts' }).waitFor();
    await page.getByRole('link', { name: 'Use another address' }).click();
    const email = `${unique('newcomer').replaceAll(' ', '-')}@people.example`;
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const path = `/accounts/do_confirm/${await signUpKeyFor(cluster, email)}`;
    await page.goto(path);
    await page.getByLabel('Full name').fill(unique('Newcomer'));
    await page.getByLabel('Password', { exact: true }).fill(STRONG);
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.goto(path);
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
  });

  it('changes an address when the button is pressed, not when the link is opened', async () => {
    const person = await addPerson(organization.owner, 'Mover');
    const email = `moved-${person.email}`;
    await person.client.succeed('PATCH', '/settings', { email });
    const link = /https?:\S+\/accounts\/confirm_new_email\/\w+/.exec((await mailTo(cluster, email)).text)?.[0];
    const page = await visits.stranger(pathOf(link ?? 'no link'));
    await page.getByRole('heading', { name: 'Change your address' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    expect((await person.client.succeed('GET', '/users/me')).delivery_email).toBe(person.email);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByRole('heading', { name: 'Your address has been changed' }).waitFor();
    expect((await person.client.as(email, person.apiKey).succeed('GET', '/users/me')).delivery_email).toBe(email);
  });

  it('finds organizations by mail', async () => {
    const page = await visits.stranger('/accounts/find/');
    await page.getByLabel('Email addresses').fill(member.email);
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  });

  it('says so in German where a link leads nowhere', async () => {
    const page = await visits.stranger('/accounts/password/reset/0123456789/', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Dieser Link führt nirgendwohin' }).waitFor();
  });
});
