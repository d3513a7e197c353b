import { totpCode } from '@stoa/policy';
import { eventually, sharedCluster } from '@stoa/testing';
import { signIn } from '../support/browsers';
import { type Channel, createChannel } from '../support/channels';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { sendToChannel } from '../support/messages';
import { pathOf } from '../support/pages';
import { type Person, addPerson, demoPerson } from '../support/people';
import { uniqueName } from '../support/person';
import { findingsOf } from './support/axe';
import { ClientPage, addressOf } from './support/client-page';
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

  it('asks for a second factor that was set up in the settings', async () => {
    const person = await addPerson(organization.owner, 'Fay');
    const { page } = await visits.open(person, '#settings/account-and-privacy');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up' });
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = await dialog.locator('code').innerText();
    // A code is taken for one step of time before and after its own, and each step once: the next one is for signing in.
    const step = Math.floor(Date.now() / 30_000);
    await dialog.getByLabel('Code that the app shows').fill(totpCode(secret, step));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' });
    await codes.waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 left').waitFor();

    const stranger = await visits.stranger('/login/');
    await stranger.getByLabel('Email').fill(person.email);
    await stranger.getByLabel('Password').fill(person.password);
    await stranger.keyboard.press('Enter');
    const code = stranger.getByLabel('Code of your authenticator app');
    await code.fill('000000');
    await stranger.keyboard.press('Enter');
    await stranger.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    expect(await findingsOf(stranger)).toEqual([]);
    await code.fill(totpCode(secret, Math.max(step + 1, Math.floor(Date.now() / 30_000))));
    await stranger.keyboard.press('Enter');
    await stranger.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('has a second factor set up where the organization requires one', async () => {
    const person = await addPerson(organization.owner, 'Sue');
    await organization.owner.client.succeed('PATCH', '/realm', { require_second_factor: true });
    try {
      const page = await visits.stranger('/login/');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      expect(await findingsOf(page)).toEqual([]);
      const secret = await page.locator('code').innerText();
      await page.getByLabel('Code that the app shows').fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
      await page.keyboard.press('Enter');
      const codes = page.getByRole('list', { name: 'Recovery codes' });
      await codes.waitFor();
      expect(await codes.getByRole('listitem').count()).toBe(10);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    } finally {
      await organization.owner.client.succeed('PATCH', '/realm', { require_second_factor: false });
    }
  });

  it('takes a passkey that was added in the settings', async () => {
    const person = await addPerson(organization.owner, 'Kay');
    const profile = await visits.profileOf(person);
    const { page } = await visits.tab(profile, '#settings/account-and-privacy');
    const devices = await profile.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.evaluate(() => sessionStorage.setItem('test.offersNone', 'yes'));
    await page.addInitScript(() => {
      if (sessionStorage.getItem('test.offersNone') === null) return;
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await page.reload();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    await (await signIn(person)).succeed('DELETE', '/sessions');
    await page.getByLabel('Email').waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    // In the list with which the browser fills the address in; its authenticator chooses by itself.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    const signedIn = page.waitForResponse((answer) => answer.url().endsWith('/json/login/passkey') && answer.ok());
    await (await signIn(person)).succeed('DELETE', '/sessions');
    await signedIn;
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
  });

  it('has keys end with the old password, where that is wanted', async () => {
    const person = await addPerson(organization.owner, 'Kim');
    const { page } = await visits.open(person, '#settings/account-and-privacy');
    await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Change' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Change the password' });
    await dialog.getByLabel('Current password').fill(person.password);
    await dialog.getByLabel('New password').fill('quartz7-lemur-42');
    await dialog.getByLabel('Also replace my API keys').check();
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    // The keys are replaced once the password is.
    await eventually(async () => (await person.client.get('/users/me')).status === 401);
  });

  it('ends here and in every tab of the profile by signing out', async () => {
    const profile = await visits.profileOf(member);
    const [first, second] = [await profile.newPage(), await profile.newPage()];
    for (const page of [first, second]) {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    }
    await first.evaluate(`location.hash = '#narrow/is/dm'`);
    await first.waitForFunction(`localStorage.getItem('stoa.visited')?.includes('#narrow/is/dm')`);
    await first.getByRole('button', { name: 'Your menu' }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const page of [first, second]) await page.getByLabel('Password').waitFor();
    expect(await profile.cookies()).toEqual([]);
    // Where somebody was is nobody else's business.
    expect(await first.evaluate(`localStorage.getItem('stoa.visited')`)).toBeNull();
  });

  it('ends when the session is ended elsewhere, in the list of the settings', async () => {
    const person = await addPerson(organization.owner, 'Lee');
    const { page } = await visits.open(person);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    const { page: elsewhere } = await visits.open(person, '#settings/account-and-privacy');
    const sessions = elsewhere.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await sessions.filter({ hasText: 'This browser' }).waitFor();
    expect(await sessions.count()).toBe(2);
    await sessions.getByRole('button', { name: /^End the session of / }).click();
    await page.getByLabel('Password').waitFor();
    await sessions.nth(1).waitFor({ state: 'detached' });
    expect(await elsewhere.getByRole('button', { name: 'End all others' }).count()).toBe(0);
  });
});

/** At the address of the cluster itself: providers lead back to the organization's own, whose port has to be right. */
describe('signing in with an identity provider', () => {
  let url: string;
  let owner: Person;
  let identities: IdentityProvider;
  const visits = useVisits(() => ({ url, leadsTo: [identities.issuer] }));

  beforeAll(async () => {
    const cluster = await sharedCluster();
    url = cluster.description.base_url;
    owner = demoPerson(cluster, 'owner');
    identities = await IdentityProvider.start(`${url}/complete/oidc/`);
  });
  // Each test begins without a provider, in whichever order they run.
  afterEach(async () => {
    const { sign_in_providers: providers } = await owner.client.succeed('GET', '/realm/sign_in_providers');
    const methods = { authentication_methods: { Email: true, 'OpenID Connect': true } };
    if (providers.length > 0) await owner.client.succeed('PATCH', '/realm', methods);
    for (const { id } of providers) await owner.client.succeed('DELETE', `/realm/sign_in_providers/${id}`);
  });
  afterAll(() => identities.stop());

  const become = (firstName: string) => {
    const { fullName, email } = uniqueName(firstName);
    identities.person = { sub: fullName, email, email_verified: true, name: fullName };
    return { fullName, email };
  };
  const addProvider = (key: string, settings: object = {}) =>
    owner.client.succeed('POST', '/realm/sign_in_providers', {
      ...{ kind: 'oidc', key, display_name: `Provider ${key}`, secret: CLIENT.client_secret },
      settings: { issuer: identities.issuer, client_id: CLIENT.client_id, ...settings },
    });
  const usersNamed = async (wanted: string) => {
    const { members } = await owner.client.succeed('GET', '/users');
    return members.filter(({ full_name: name }: { full_name: string }) => name === wanted);
  };

  it('is set up by an owner, makes an account once it was asked for, and finds it again', async () => {
    const { page } = await visits.open(owner, '#organization/auth-methods');
    await page.getByText('Nobody signs in with another service yet.').waitFor();
    await page.getByText('No directory is connected.').waitFor();
    await page.getByRole('button', { name: 'Add a provider' }).click();
    const form = page.getByRole('dialog', { name: 'Add a provider' });
    await form.getByLabel('Service').selectOption('OpenID Connect');
    await form.getByLabel('Name on the button').fill('Corp');
    await form.getByLabel('Address of the issuer or server').fill('http:');
    await form.getByLabel('Client ID').fill(CLIENT.client_id);
    await form.getByLabel('Client secret').fill(CLIENT.client_secret);
    await form.getByLabel('Short name').fill('corp');
    expect(await findingsOf(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByRole('alert').filter({ hasText: 'The issuer must be' }).waitFor();
    await form.getByLabel('Address of the issuer or server').fill(identities.issuer);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText(`${url}/complete/oidc/`).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Test Corp' }).click();
    await page.getByText('Corp answers.').waitFor();

    const { fullName, email } = become('Newcomer');
    const stranger = await visits.stranger('/login/');
    await stranger.getByRole('link', { name: 'Continue with Corp' }).click();
    await stranger.getByText(`Corp knows you as ${email}`).waitFor();
    expect(await findingsOf(stranger)).toEqual([]);
    expect(await stranger.getByLabel('Full name').inputValue()).toBe(fullName);
    await stranger.getByRole('button', { name: 'Make the account' }).click();
    await stranger.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    const again = await visits.stranger('/#narrow/is/starred');
    await again.getByRole('link', { name: 'Continue with Corp' }).click();
    await again.getByRole('heading', { name: 'Starred messages', level: 1 }).waitFor();
    expect(await usersNamed(fullName)).toHaveLength(1);

    await page.getByRole('button', { name: 'Edit Corp' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Corp' });
    await edited.getByLabel('Name on the button').fill('Company');
    await edited.getByLabel('Make accounts without asking').check();
    await edited.getByRole('button', { name: 'Save' }).click();
    await edited.waitFor({ state: 'detached' });
    await page.getByText('1 account').waitFor();
    const { sign_in_providers: listed } = await owner.client.succeed('GET', '/realm/sign_in_providers');
    expect(listed).toMatchObject([{ display_name: 'Company', settings: { preset: 'generic', auto_signup: true } }]);
    const ways = page.getByRole('region', { name: 'Ways to sign in' });
    await ways.getByLabel('OpenID Connect').uncheck();
    await ways.getByText('Saved').waitFor();
    const without = await visits.stranger('/login/');
    await without.getByLabel('Password').waitFor();
    expect(await without.getByRole('link', { name: /^Continue with/ }).count()).toBe(0);
    await ways.getByLabel('OpenID Connect').check();
    await ways.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Remove Company' }).click();
    await page.getByRole('dialog', { name: 'Remove Company?' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody signs in with another service yet.').waitFor();
  });

  it('makes the account that an invitation is for', async () => {
    await addProvider('invited', { trusts_name: true });
    const { invite_link: link } = await owner.client.succeed('POST', '/invites/multiuse', { invite_as: 600 });
    const { fullName } = become('Guest');
    const page = await visits.stranger(pathOf(link));
    await page.getByLabel('Email').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue with Provider invited' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    expect(await usersNamed(fullName)).toMatchObject([{ role: 600 }]);
  });

  it('is added to an account in the settings, and removed', async () => {
    await addProvider('mine');
    const person = await addPerson(owner, 'Lin');
    become('Elsewhere');
    const { page } = await visits.open(person, '#settings/account-and-privacy');
    const block = page.getByRole('region', { name: 'Accounts elsewhere' });
    await block.getByRole('button', { name: 'Add Provider mine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Provider mine' });
    await dialog.getByLabel('Password').fill(person.password);
    expect(await findingsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await block.getByRole('button', { name: 'Remove Provider mine' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    const stranger = await visits.stranger('/login/#settings/account-and-privacy');
    await stranger.getByRole('link', { name: 'Continue with Provider mine' }).click();
    await stranger.getByText(person.email).waitFor();
    await block.getByRole('button', { name: 'Remove Provider mine' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove Provider mine' });
    await removal.getByLabel('Password').fill(person.password);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await block.getByText('You sign in with no account').waitFor();
    await stranger.getByLabel('Password').waitFor();
  });

  it('confirms who one is instead of the password, and leads back to the settings', async () => {
    await addProvider('sure');
    const person = await addPerson(owner, 'Mia');
    const { page } = await visits.open(person, '#settings/account-and-privacy');
    const block = page.getByRole('region', { name: 'Accounts elsewhere' });
    await block.getByRole('button', { name: 'Add Provider sure' }).click();
    const addition = page.getByRole('dialog', { name: 'Add Provider sure' });
    await addition.getByLabel('Password').fill(person.password);
    become('Sure');
    await addition.getByRole('button', { name: 'Continue' }).click();
    await block.getByRole('button', { name: 'Remove Provider sure' }).waitFor();

    const openKey = () => page.getByRole('button', { name: 'Get a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'API key' });
    await openKey();
    const mine = identities.person;
    become('Somebody else');
    await dialog.getByRole('button', { name: 'Confirm with Provider sure' }).click();
    await page.getByRole('alert').filter({ hasText: 'as somebody else' }).waitFor();
    identities.person = mine;
    await openKey();
    await dialog.getByLabel('Password').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm with Provider sure' }).click();
    await page.getByRole('status').filter({ hasText: 'It is confirmed that it is you' }).waitFor();
    await openKey();
    await dialog.getByText('nothing more is needed').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show a new key' }).click();
    await dialog.locator('code').first().waitFor();
  });

  it('says on the sign-in page why it ended there', async () => {
    await addProvider('unsure');
    become('Stranger');
    identities.person = { ...identities.person, email_verified: false };
    const page = await visits.stranger('/login/');
    await page.getByRole('link', { name: 'Continue with Provider unsure' }).click();
    await page.getByRole('alert').filter({ hasText: 'has no verified email address' }).waitFor();
  });
});

describe('reading without an account', () => {
  let organization: WebOrganization;
  let member: Person;
  let open: Channel;
  const visits = useVisits(() => organization);

  beforeAll(async () => {
    organization = await createWebOrganization(await sharedCluster(), { enable_spectator_access: true });
    const { owner } = organization;
    member = await addPerson(owner, 'Member');
    open = await createChannel(owner, [], { is_web_public: true });
    const inner = await createChannel(owner);
    const id = await sendToChannel(owner, open, { topic: 'news', content: 'Everybody may **read** this' });
    await owner.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await sendToChannel(owner, inner, { topic: 'plans', content: 'Only for members' });
  });

  it('is offered where one signs in, shows what is open, and asks to sign in for the rest', async () => {
    const page = await visits.stranger('/');
    await page.getByRole('button', { name: 'View without an account' }).click();
    const client = new ClientPage(page);
    await client.messageWith('Everybody may read this').waitFor();
    expect(await client.messageWith('Only for members').count()).toBe(0);
    expect(await client.compose.count()).toBe(0);
    await page.getByRole('button', { name: /reacted with :tada:/ }).click();
    await page.getByRole('dialog', { name: 'Sign in to do this' }).getByRole('button', { name: 'Cancel' }).click();
    await client.goTo('#inbox');
    await page.getByRole('heading', { name: 'For members only', level: 2 }).waitFor();
    await client.main.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  });

  it('begins at once where a link leads to a channel, and can be done by everybody', async () => {
    const page = await visits.stranger(`/${addressOf.topic(open, 'news')}`, { colorScheme: 'dark' });
    const client = new ClientPage(page);
    await client.messageWith('Everybody may read this').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await client.messageWith('Everybody may read this').hover();
    await page.getByRole('button', { name: 'View original message' }).click();
    expect(await page.getByRole('textbox', { name: 'View original message' }).inputValue()).toBe(
      'Everybody may **read** this',
    );
    await page.keyboard.press('Escape');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('button', { name: 'Zum Schreiben anmelden' }).waitFor();
  });
});
