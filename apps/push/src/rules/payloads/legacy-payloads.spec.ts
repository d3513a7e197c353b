import { PushTrigger } from '../decisions/triggers';
import { legacyBasePayload, legacyMessage, legacyRemoval, legacyTest } from './legacy-payloads';
import { REALM, directWith, sampleView } from './sample-view';

const apnsBase = {
  realm_uri: 'https://chat.example.org',
  realm_url: 'https://chat.example.org',
  realm_name: 'Example',
  user_id: 10,
};
const fcmBase = { ...apnsBase, user_id: '10', server: 'chat.example.org', realm_id: '2' };
const shown = { sender_id: 31, sender_email: 'ada@example.org' };
const channel = { recipient_type: 'stream', stream: 'ops', stream_id: 5, topic: 'big deploy' };
const direct = { trigger: 'direct_message' } as const;
const group = directWith({ userId: 9, fullName: 'bo' }, { userId: 100, fullName: 'Cy' });

describe('legacy payloads of a message', () => {
  it('in a channel', () => {
    const zulip = { ...apnsBase, ...shown, ...channel, message_ids: [905] };
    expect(legacyMessage(sampleView())).toEqual({
      gcm_payload: {
        ...fcmBase,
        ...channel,
        sender_id: '31',
        sender_email: 'ada@example.org',
        stream_id: '5',
        event: 'message',
        zulip_message_id: '905',
        service_message_id: '905',
        time: '1700000000',
        content: 'hello',
        sender_full_name: 'Ada Byron',
        sender_avatar_url: 'https://chat.example.org/user_avatars/2/ada.png',
      },
      gcm_options: { priority: 'high' },
      apns_payload: {
        aps: {
          alert: { title: '#ops > big deploy', subtitle: 'Ada Byron mentioned you:', body: 'hello' },
          sound: 'default',
          badge: 0,
        },
        zulip,
        service: zulip,
      },
    });
  });

  it('to one person', () => {
    const payloads = legacyMessage(sampleView({ decision: direct, message: { conversation: directWith() } }));
    expect(payloads.apns_payload.aps.alert).toEqual({ title: 'Ada Byron', subtitle: '', body: 'hello' });
    expect(payloads.apns_payload.zulip).toEqual({
      ...apnsBase,
      ...shown,
      recipient_type: 'private',
      message_ids: [905],
    });
    expect(payloads.gcm_payload).not.toHaveProperty('pm_users');
  });

  it('to a group', () => {
    const payloads = legacyMessage(sampleView({ decision: direct, message: { conversation: group } }));
    expect(payloads.apns_payload.aps.alert).toEqual({
      title: 'Ada Byron, Cy, Zoe, bo',
      subtitle: 'Ada Byron:',
      body: 'hello',
    });
    expect(payloads.apns_payload.zulip).toMatchObject({ recipient_type: 'private', pm_users: '9,10,31,100' });
    expect(payloads.gcm_payload).toMatchObject({ recipient_type: 'private', pm_users: '9,10,31,100' });
  });

  it.each<[PushTrigger, string]>([
    ['mentioned', 'Ada Byron mentioned you:'],
    ['topic_wildcard_mentioned_in_followed_topic', 'Ada Byron mentioned everyone:'],
    ['stream_wildcard_mentioned_in_followed_topic', 'Ada Byron mentioned everyone:'],
    ['topic_wildcard_mentioned', 'Ada Byron mentioned everyone:'],
    ['stream_wildcard_mentioned', 'Ada Byron mentioned everyone:'],
    ['followed_topic_push_notify', 'Ada Byron:'],
    ['stream_push_notify', 'Ada Byron:'],
  ])('say by the subtitle that it is %s', (trigger, subtitle) => {
    expect(legacyMessage(sampleView({ decision: { trigger } })).apns_payload.aps.alert?.subtitle).toBe(subtitle);
  });

  it('name the group whose mention caused them', () => {
    const decision = { trigger: 'mentioned', mentionedGroup: { groupId: 17, name: 'oncall' } } as const;
    const { apns_payload, gcm_payload } = legacyMessage(sampleView({ decision }));
    expect(apns_payload.aps.alert?.subtitle).toBe('Ada Byron mentioned @oncall:');
    expect(apns_payload.zulip).toMatchObject({ mentioned_user_group_id: 17, mentioned_user_group_name: 'oncall' });
    expect(gcm_payload).toMatchObject({ mentioned_user_group_id: '17', mentioned_user_group_name: 'oncall' });
  });

  it('hide a sender whom the recipient may not see', () => {
    const { apns_payload, gcm_payload } = legacyMessage(sampleView({ canAccessSender: false }));
    expect(apns_payload.aps.alert?.subtitle).toBe('Unknown user mentioned you:');
    expect(apns_payload.zulip).toMatchObject({ sender_id: 31, sender_email: 'user31@chat.example.org' });
    expect(gcm_payload).toMatchObject({ sender_full_name: 'Unknown user', sender_email: 'user31@chat.example.org' });
    expect(JSON.stringify([apns_payload, gcm_payload])).not.toMatch(/ada/i);
  });

  it('name an empty topic as people see it', () => {
    const conversation = { type: 'channel', channelId: 5, channelName: 'ops', topic: '' } as const;
    const { apns_payload, gcm_payload } = legacyMessage(sampleView({ message: { conversation } }));
    expect(apns_payload.aps.alert?.title).toBe('#ops > general chat');
    expect([apns_payload.zulip.topic, gcm_payload.topic]).toEqual(['general chat', 'general chat']);
  });

  it.each([
    ['mentioned', undefined, 'Ada Byron hat dich erwähnt:'],
    ['mentioned', { groupId: 17, name: 'oncall' }, 'Ada Byron hat @oncall erwähnt:'],
    ['topic_wildcard_mentioned', undefined, 'Ada Byron hat alle erwähnt:'],
  ] as const)('are in the language of their recipient: %s, %j', (trigger, mentionedGroup, subtitle) => {
    const conversation = { type: 'channel', channelId: 5, channelName: 'ops', topic: '' } as const;
    const { apns_payload, gcm_payload } = legacyMessage(
      sampleView({
        language: 'de',
        decision: { trigger, mentionedGroup },
        message: { conversation },
      }),
    );
    const alert = { title: '#ops > Allgemeiner Chat', subtitle, body: 'hello' };
    expect(apns_payload.aps.alert).toEqual(alert);
    expect(gcm_payload).toMatchObject({ topic: 'Allgemeiner Chat', content: 'hello', stream: 'ops' });
  });
});

describe('the limit of the vendors', () => {
  const crowd = (count: number) =>
    directWith(
      ...Array.from({ length: count }, (_, index) => ({ userId: 1_000_000 + index, fullName: 'x'.repeat(20) })),
    );
  const of = (count: number) =>
    legacyMessage(sampleView({ decision: direct, message: { text: '漢'.repeat(200), conversation: crowd(count) } }));
  const size = (payload: object) => Buffer.byteLength(JSON.stringify(payload));

  it.each([1, 50, 100, 200, 300, 400])('holds with %d more participants', (count) => {
    const { gcm_payload, apns_payload } = of(count);
    expect(size(gcm_payload)).toBeLessThanOrEqual(4096);
    expect(size(apns_payload)).toBeLessThanOrEqual(4096);
    expect(gcm_payload.pm_users?.split(',')).toHaveLength(count + 2);
  });

  it('costs the neutral twins first, then the title', () => {
    expect(of(50).apns_payload).toHaveProperty('service');
    expect(of(100).apns_payload).not.toHaveProperty('service');
    expect(of(50).apns_payload.aps.alert?.title).not.toContain('…');
    expect(of(200).apns_payload.aps.alert?.title).toMatch(/^.{200}…$/);
    expect(of(200).apns_payload.aps.alert?.body).toBe('漢'.repeat(200));
  });
});

describe('legacy payloads of a removal', () => {
  it('name ids once and ascending', () => {
    const zulip = { ...apnsBase, event: 'remove', zulip_message_ids: '2,9,10' };
    expect(legacyRemoval(REALM, 10, [10, 9, 2, 10])).toEqual({
      gcm_payload: { ...fcmBase, event: 'remove', zulip_message_ids: '2,9,10', service_message_ids: '2,9,10' },
      gcm_options: { priority: 'normal' },
      apns_payload: { aps: { badge: 0 }, zulip, service: zulip },
    });
  });

  it('name the newest 200, then without twins', () => {
    const ids = Array.from({ length: 250 }, (_, index) => 1_000_000_000 + index);
    const { gcm_payload, apns_payload } = legacyRemoval(REALM, 10, ids);
    expect(gcm_payload.zulip_message_ids).toBe(ids.slice(50).join());
    expect(gcm_payload).not.toHaveProperty('service_message_ids');
    expect(apns_payload.zulip.zulip_message_ids).toBe(ids.slice(50).join());
    expect(apns_payload).not.toHaveProperty('service');
  });
});

describe('legacy payloads of a test', () => {
  it('say what they are', () => {
    const zulip = { ...apnsBase, event: 'test' };
    const body = 'This is a test notification from Example (https://chat.example.org).';
    expect(legacyTest(REALM, 10, 1_700_000_001)).toEqual({
      gcm_payload: { ...fcmBase, event: 'test', time: '1700000001' },
      gcm_options: { priority: 'high' },
      apns_payload: { aps: { alert: { title: 'Test notification', body }, sound: 'default' }, zulip, service: zulip },
    });
  });

  it('are made by the relay from the base', () => {
    expect(legacyBasePayload(REALM, 10)).toEqual({ ...apnsBase, server: 'chat.example.org', realm_id: 2 });
  });
});
