import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { ageMessages } from '../support/aging';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const QUIET = { send_notification_to_new_thread: false };

describe('permissions and limits of moves', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let member: Person;
  let moderator: Person;
  let room: Channel;
  let second: Channel;
  const NOBODY = { direct_members: [], direct_subgroups: [] };

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    [member, moderator] = [
      await organization.createPerson('Member'),
      await organization.createPerson('Moderator', 300),
    ];
    room = await createChannel(organization.owner, [member, moderator]);
    second = await createChannel(organization.owner, [member, moderator]);
  });

  const move = (person: Person, id: number, parameters: Parameters) =>
    person.client.succeed('PATCH', `/messages/${id}`, { ...QUIET, ...parameters });
  const tryMove = (person: Person, id: number, parameters: Parameters) =>
    person.client.patch(`/messages/${id}`, { ...QUIET, ...parameters });
  const several = async (topic: string, count: number, where: Channel, sender: Person): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await sendToChannel(sender, where, { topic }));
    return ids;
  };
  const setRealm = (parameters: Parameters) => organization.owner.client.succeed('PATCH', '/realm', parameters);

  it('of groups hold for senders too, in the organization or in the channel', async () => {
    const [id] = await several('owned', 1, room, member);
    const group = JSON.stringify({ new: NOBODY });
    await setRealm({
      can_move_messages_between_topics_group: group,
      can_resolve_topics_group: group,
      can_move_messages_between_channels_group: group,
    });
    expectError(await tryMove(member, id!, { topic: 'x' }), "You don't have permission to edit this message");
    expectError(
      await tryMove(member, id!, { topic: '✔ owned' }),
      "You don't have permission to resolve topics in this channel.",
    );
    expectError(await tryMove(member, id!, { stream_id: second.id }), "You don't have permission to move this message");
    await move(organization.owner, id!, { topic: 'y' });
    const allowed = await createChannel(organization.owner, [member], {
      can_move_messages_within_channel_group: { direct_members: [member.userId], direct_subgroups: [] },
      can_resolve_topics_group: { direct_members: [member.userId], direct_subgroups: [] },
      can_move_messages_out_of_channel_group: { direct_members: [member.userId], direct_subgroups: [] },
    });
    const [inside] = await several('owned', 1, allowed, member);
    await move(member, inside!, { topic: '✔ owned' });
    await move(member, inside!, { topic: 'x' });
    await move(member, inside!, { stream_id: second.id });
    const everyone = {
      can_move_messages_between_topics_group: 'role:everyone',
      can_resolve_topics_group: 'role:everyone',
      can_move_messages_between_channels_group: 'role:members',
    };
    const { realm_user_groups: groups } = await organization.owner.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
      event_types: [],
    });
    const idOf = (name: string) => groups.find((found: { name: string }) => found.name === name).id;
    await setRealm(
      Object.fromEntries(Object.entries(everyone).map(([name, value]) => [name, JSON.stringify({ new: idOf(value) })])),
    );
  });

  it('of time hold for members, not for moderators, and not for resolving', async () => {
    await setRealm({
      move_messages_within_stream_limit_seconds: 60,
      move_messages_between_streams_limit_seconds: 120,
    });
    const ids = await several('aging', 3, room, member);
    await ageMessages(cluster, ids.slice(0, 1), 1000);
    await ageMessages(cluster, ids.slice(1, 2), 100);
    expectError(
      await tryMove(member, ids[1]!, { topic: 'x' }),
      "The time limit for editing this message's topic has passed.",
    );
    expectError(
      await tryMove(member, ids[0]!, { stream_id: second.id }),
      "The time limit for editing this message's channel has passed",
    );
    expectError(
      await tryMove(member, ids[2]!, { topic: 'x', propagate_mode: 'change_all' }),
      'You only have permission to move the 1/3 most recent messages in this topic.',
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: ids[2],
        total_messages_in_topic: 3,
        total_messages_allowed_to_move: 1,
      },
    );
    expectError(
      await tryMove(member, ids[2]!, { stream_id: second.id, propagate_mode: 'change_all' }),
      'You only have permission to move the 2/3 most recent messages in this topic.',
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: ids[1],
        total_messages_in_topic: 3,
        total_messages_allowed_to_move: 2,
      },
    );
    await move(member, ids[0]!, { topic: '✔ aging', propagate_mode: 'change_all' });
    await move(member, ids[2]!, { topic: 'still young', propagate_mode: 'change_later' });
    await move(moderator, ids[0]!, { topic: 'moderated', propagate_mode: 'change_all' });
  });
});
