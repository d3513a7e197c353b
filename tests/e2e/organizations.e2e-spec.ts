import { sharedCluster } from '@stoa/testing';
import { createOrganization } from '../support/organizations';
import { TestQueue, isEvent } from '../support/test-queue';

describe('organizations of one cluster', () => {
  it('have their own accounts, names and events', async () => {
    const cluster = await sharedCluster();
    const [first, second] = await Promise.all([createOrganization(cluster), createOrganization(cluster)]);
    const guest = await first.createPerson('Guest', 600);
    const { members } = await first.owner.client.succeed('GET', '/users');
    const humans = members.filter((member: { is_bot: boolean }) => !member.is_bot);
    expect(humans.map((member: { user_id: number }) => member.user_id)).toEqual([first.owner.userId, guest.userId]);
    const queue = await TestQueue.register(guest, { event_types: ['message'] });
    await first.owner.client.succeed('POST', '/messages', { type: 'direct', to: [guest.userId], content: 'hi' });
    expect((await queue.next(isEvent('message'))).message.sender_id).toBe(first.owner.userId);
    const foreign = await second.owner.client.post('/messages', { type: 'direct', to: [guest.userId], content: 'hi' });
    expect(foreign.status).toBe(400);
    const stranger = await second.anonymous.as(first.owner.email, first.owner.apiKey).get('/users/me');
    expect(stranger.status).toBe(401);
  });
});
