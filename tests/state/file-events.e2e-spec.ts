import { TestCluster, sharedCluster } from '@stoa/testing';
import { picture, uploadFile } from '../support/files';
import { expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const REGISTRATION = {
  client_gravatar: false,
  client_capabilities: { user_settings_object: true, bulk_message_deletion: true, empty_topic_name: true },
};

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

  const expectFolded = (viewer: Person, act: () => Promise<unknown>) =>
    expectStateFolds({ viewers: [{ person: viewer, registration: REGISTRATION }], markedBy: owner }, act);

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
  it('icon and logos', () =>
    expectFolded(member, async () => {
      await send(owner, '/realm/icon');
      await send(owner, '/realm/logo', { night: false });
      await send(owner, '/realm/logo', { night: true });
      await owner.client.succeed('DELETE', '/realm/logo', { night: false });
    }));
  it('uploads', () => expectFolded(member, () => uploadFile(member)));
});
