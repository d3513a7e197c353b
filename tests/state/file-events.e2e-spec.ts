import { TestCluster, sharedCluster } from '@stoa/testing';
import { picture, uploadFile } from '../support/files';
import { expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const CAPABILITIES = { user_settings_object: true, bulk_message_deletion: true, empty_topic_name: true };
const REGISTRATION = { client_gravatar: false, client_capabilities: CAPABILITIES };
const ONE_BY_ONE = { ...REGISTRATION, client_capabilities: { ...CAPABILITIES, individual_emoji_changes: true } };

describe('state plus events equals a new registration, for files and images:', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const expectFolded = (viewer: Person, act: () => Promise<unknown>, registration = REGISTRATION) =>
    expectStateFolds({ viewers: [{ person: viewer, registration }], markedBy: owner }, act);

  const send = async (by: Person, path: string, parameters = {}): Promise<void> => {
    const files = { file: { name: 'image.png', content: await picture(), type: 'image/png' } };
    await by.client.succeed('POST', path, parameters, { multipart: true, files });
  };

  it("others' avatars", () => expectFolded(member, () => send(owner, '/users/me/avatar')));
  it('the own avatar', () => expectFolded(member, () => send(member, '/users/me/avatar')));
  it('an avatar that is removed', async () => {
    await send(member, '/users/me/avatar');
    await expectFolded(member, () => member.client.succeed('DELETE', '/users/me/avatar'));
  });
  it('custom emoji', () =>
    expectFolded(member, async () => {
      await send(owner, '/realm/emoji/first_one');
      await send(owner, '/realm/emoji/second_one');
      await owner.client.succeed('DELETE', '/realm/emoji/first_one');
    }));
  it('level 491: custom emoji, one by one', () =>
    expectFolded(
      member,
      async () => {
        await send(owner, '/realm/emoji/third_one');
        await send(owner, '/realm/emoji/fourth_one');
        await owner.client.succeed('DELETE', '/realm/emoji/third_one');
      },
      ONE_BY_ONE,
    ));
  it('icon and logos', () =>
    expectFolded(member, async () => {
      await send(owner, '/realm/icon');
      await send(owner, '/realm/logo', { night: false });
      await send(owner, '/realm/logo', { night: true });
      await owner.client.succeed('DELETE', '/realm/logo', { night: false });
    }));
  it('uploads', () => expectFolded(member, () => uploadFile(member)));
});
