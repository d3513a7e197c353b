import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

describe('reporting messages', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  /** The moderators' channel. */
  async function withModeration(organization: Organization): Promise<{ id: number; name: string }> {
    const channel = await createChannel(organization.owner, [], { invite_only: true });
    await organization.owner.client.succeed('PATCH', '/realm', { moderation_request_channel_id: channel.id });
    return channel;
  }

  const report = (person: Person, id: number, parameters: Record<string, string>) =>
    person.client.post(`/messages/${id}/report`, parameters);

  it('tells the moderators what was said, by whom, where and why', async () => {
    const organization = await createOrganization(cluster);
    const { owner } = organization;
    const member = await organization.createPerson('Member');
    const room = await createChannel(owner, [member]);
    const id = await sendToChannel(owner, room, { topic: 'plans', content: 'rude `words`' });
    expectError(
      await report(member, id, { report_type: 'spam' }),
      'Message reporting is not enabled in this organization.',
    );
    const channel = await withModeration(organization);
    await member.client.succeed('POST', `/messages/${id}/report`, { report_type: 'norms', description: 'so rude' });
    const [notice] = await eventually(async () => {
      const found = await fetchNewest(owner, [['channel', channel.name]], { apply_markdown: false });
      const reports = found.filter(({ content }) => content.includes('reported'));
      return reports.length > 0 && reports;
    });
    expect(notice!.subject).toBe(`${owner.fullName} moderation`);
    expect(notice!.content).toContain(`@_**${member.fullName}|${member.userId}** reported a message sent by`);
    expect(notice!.content).toContain('**Violates community norms**. so rude');
    expect(notice!.content).toContain(`Original message at #**${room.name}>plans@${id}**\nrude \`words\``);
  });

  it('names the participants of direct messages', async () => {
    const organization = await createOrganization(cluster);
    const { owner } = organization;
    const member = await organization.createPerson('Member');
    const channel = await withModeration(organization);
    const id = await sendDirect(owner, [member], { content: 'hush' });
    await member.client.succeed('POST', `/messages/${id}/report`, { report_type: 'other', description: 'creepy' });
    const found = await fetchNewest(owner, [['channel', channel.name]], { apply_markdown: false });
    const notice = found.find(({ content }) => content.includes('creepy'));
    expect(notice?.content).toContain(`sent by @_**${owner.fullName}|${owner.userId}**`);
    expect(notice?.content).toContain(`to @_**${member.fullName}|${member.userId}**`);
    expect(notice?.content).toContain('spoiler Original message\nhush');
  });

  it('refuses what is unknown, unexplained or unreadable', async () => {
    const organization = await createOrganization(cluster);
    const member = await organization.createPerson('Member');
    await withModeration(organization);
    const room = await createChannel(organization.owner, [member]);
    const secret = await createChannel(organization.owner, [], { invite_only: true });
    const id = await sendToChannel(organization.owner, room);
    const hidden = await sendToChannel(organization.owner, secret);
    expectError(await report(member, id, { report_type: 'other' }), 'An explanation is required.');
    expectError(await report(member, id, { report_type: 'other', description: '  ' }), 'An explanation is required.');
    expectError(
      await report(member, id, { report_type: 'dislike' }),
      'Invalid report_type: Value error, Not in the list of possible values',
    );
    expectError(
      await report(member, id, { report_type: 'spam', description: 'x'.repeat(1001) }),
      'description is too long (limit: 1000 characters)',
    );
    expectError(await report(member, hidden, { report_type: 'spam' }), 'Invalid message(s)');
  });
});
