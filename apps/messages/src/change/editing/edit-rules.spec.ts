import { createHash } from 'node:crypto';
import type { UpdateMessageRequest } from '@stoa/contracts/messages';
import { DomainError } from '@stoa/errors';
import { ModerationSettings } from '@stoa/policy';
import { textsIn } from '@stoa/texts';
import { messageHistory } from './edit-history';
import { EditedMessage, planEdit } from './edit-rules';
import { MoveFacts, isResolveText, newThreadText, oldThreadText, resolveText } from './move-notice-texts';
import { movedPolicies } from './topic-policies';

const ENGLISH = textsIn('en');
const GERMAN = textsIn('de');

const settings: ModerationSettings = {
  allowMessageEditing: true,
  contentEditLimitSeconds: null,
  contentDeleteLimitSeconds: null,
  moveWithinChannelLimitSeconds: null,
  moveBetweenChannelsLimitSeconds: null,
  canDeleteAnyMessageGroup: 0,
  canDeleteOwnMessageGroup: 0,
  canMoveMessagesBetweenChannelsGroup: 0,
  canMoveMessagesBetweenTopicsGroup: 0,
  canResolveTopicsGroup: 0,
};
const message: EditedMessage = {
  senderId: 1,
  content: 'old',
  topic: 'plans',
  channelId: 7,
  sentAt: 1000,
  isWidget: false,
};
const nothing: UpdateMessageRequest = {
  message_id: 5,
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: true,
};
const plan = (request: Partial<UpdateMessageRequest>, of: Partial<EditedMessage> = {}, userId = 1) =>
  planEdit(
    { ...nothing, ...request },
    { ...message, ...of },
    { user: { userId, role: 400, isBot: false }, settings },
    1010,
  );
const refusal = (...args: Parameters<typeof plan>): string => {
  try {
    plan(...args);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
  }
  return 'allowed';
};

describe('the order of checks of an edit', () => {
  it.each<[Parameters<typeof plan>, string]>([
    [[{}], 'Nothing to change'],
    [[{ topic: ' plans ' }], 'Nothing to change'],
    [[{ topic: 'x'.repeat(70) }, { topic: `${'x'.repeat(57)}...` }], 'Nothing to change'],
    [[{ stream_id: 7 }], 'allowed'],
    [[{ stream_id: 7, topic: 'plans', propagate_mode: 'change_all' }], 'allowed'],
    [[{ content: 'x', topic: '✔' }, {}, 2], "You don't have permission to edit this message"],
    [
      [
        { stream_id: 8, topic: 'x' },
        { channelId: null, topic: '' },
      ],
      'Direct messages cannot be moved to channels.',
    ],
    [[{ topic: 'x' }, { channelId: null, topic: '' }], 'Direct messages cannot have topics.'],
    [[{ topic: '(no topic)' }, { channelId: null, topic: '' }], 'Nothing to change'],
    [[{ content: 'x', propagate_mode: 'change_all' }], 'Invalid propagate_mode without topic edit'],
    [[{ topic: '✔ ', content: 'x' }, { isWidget: true }], 'General chat cannot be marked as resolved'],
    [[{ content: 'x', stream_id: 7 }], 'Cannot change message content while changing channel'],
    [[{ content: 'x', stream_id: 8 }], 'Cannot change message content while changing channel'],
    [[{ content: 'x', prev_content_sha256: 'bad' }, { isWidget: true }], 'Widgets cannot be edited.'],
    [[{ topic: 'x', prev_content_sha256: 'bad' }], "'prev_content_sha256' value does not match the expected value."],
    [[{ content: 'x', prev_content_sha256: createHash('sha256').update('old').digest('hex') }], 'allowed'],
  ])('%j: %s', (args, expected) => {
    expect(refusal(...args)).toBe(expected);
  });

  it('plans what is left', () => {
    expect(plan({ content: ' \n', topic: 'general chat' })).toMatchObject({ content: '(deleted)', topic: '' });
    expect(plan({ topic: '✔ plans', propagate_mode: 'change_all' })).toMatchObject({ isResolveToggle: true });
    expect(plan({ topic: '✔ plan' })).toMatchObject({ isResolveToggle: false });
    const long = 'x'.repeat(60);
    const resolved = plan({ topic: `✔ ${long}` }, { topic: long });
    expect(resolved).toMatchObject({ isResolveToggle: true, topic: `✔ ${'x'.repeat(55)}...` });
  });
});

describe('policies of a topic that moves', () => {
  const move = (old: number, now: number, destinationWasEmpty: boolean, losesAccess = false) =>
    movedPolicies([{ userId: 1, old, new: now }], { destinationWasEmpty, losesAccess: () => losesAccess });

  it.each([
    [3, 1, true, [{ userId: 1, resetsOld: true, policy: 3 }]],
    [0, 1, true, [{ userId: 1, resetsOld: false, policy: 0 }]],
    [1, 0, false, [{ userId: 1, resetsOld: true, policy: null }]],
    [0, 1, false, [{ userId: 1, resetsOld: false, policy: 0 }]],
    [1, 3, false, [{ userId: 1, resetsOld: true, policy: null }]],
    [3, 2, false, [{ userId: 1, resetsOld: true, policy: 3 }]],
    [0, 3, false, []],
  ])('%i over %i, empty before: %s', (old, now, destinationWasEmpty, expected) => {
    expect(move(old, now, destinationWasEmpty)).toEqual(expected);
  });

  it('vanish for who loses access', () => {
    expect(move(3, 1, false, true)).toEqual([{ userId: 1, resetsOld: true, policy: null }]);
    expect(move(0, 1, true, true)).toEqual([]);
  });
});

describe('notices of moves', () => {
  const facts: MoveFacts = {
    user: { id: 9, fullName: 'Ada' },
    from: { channelId: 1, name: 'ops' },
    oldTopic: 'old',
    to: { channelId: 2, name: 'big team' },
    newTopic: 'a*b',
    messageIds: [5],
    isWholeTopic: false,
    destinationLookedEmpty: true,
    baseUrl: 'https://chat.example',
  };

  it('link to where the messages are', () => {
    expect(oldThreadText(facts, ENGLISH)).toBe(
      'A message was moved from this topic to [#big team > a&#42;b](#narrow/channel/2-big-team/topic/a*b) by @_**Ada|9**.',
    );
    expect(newThreadText(facts, ENGLISH)).toBe(
      '[A message](https://chat.example/#narrow/channel/2-big-team/topic/a*b/near/5) was moved here from #**ops>old** by @_**Ada|9**.',
    );
    expect(newThreadText({ ...facts, messageIds: [5, 6] }, ENGLISH)).toMatch(/^2 messages were moved here from /);
    expect(oldThreadText({ ...facts, isWholeTopic: true }, ENGLISH)).toMatch(/^This topic was moved to /);
    expect(newThreadText({ ...facts, isWholeTopic: true, oldTopic: '' }, ENGLISH)).toBe(
      'This topic was moved here from #**ops>** by @_**Ada|9**.',
    );
    expect(resolveText(facts.user, '✔ x', ENGLISH)).toBe('@_**Ada|9** has marked this topic as resolved.');
  });

  it('are known in whichever language they are written', () => {
    for (const write of [ENGLISH, GERMAN]) {
      for (const topic of ['x', '✔ x']) expect(isResolveText(resolveText(facts.user, topic, write))).toBe(true);
      expect(isResolveText(oldThreadText(facts, write))).toBe(false);
    }
  });

  it('are in the language of the organization', () => {
    expect(newThreadText({ ...facts, oldTopic: '', from: { channelId: 1, name: 'a*b' } }, GERMAN)).toBe(
      '[Eine Nachricht](https://chat.example/#narrow/channel/2-big-team/topic/a*b/near/5) wurde von @_**Ada|9** aus ' +
        '[#a&#42;b > Allgemeiner Chat](#narrow/channel/1-a*b/topic/) hierher verschoben.',
    );
    expect(oldThreadText({ ...facts, messageIds: [5, 6], newTopic: 'new' }, GERMAN)).toBe(
      '2 Nachrichten wurden von @_**Ada|9** aus diesem Thema nach #**big team>new** verschoben.',
    );
    expect(resolveText(facts.user, 'x', GERMAN)).toBe('@_**Ada|9** hat dieses Thema als nicht erledigt markiert.');
  });
});

describe('histories', () => {
  it('keep the text of each time, also where content edits are hidden', () => {
    const edit = { user_id: 2, prev_rendered_content: null, prev_topic: null, topic: null };
    const edits = [
      {
        ...edit,
        edited_at: 20,
        prev_content: 'one',
        prev_rendered_content: 'one',
        prev_channel_id: null,
        channel_id: null,
      },
      { ...edit, edited_at: 30, prev_content: null, prev_channel_id: 1, channel_id: 2 },
      {
        ...edit,
        edited_at: 40,
        prev_content: 'two',
        prev_rendered_content: 'two',
        prev_channel_id: null,
        channel_id: null,
      },
    ];
    const now = { senderId: 1, sentAt: 10.5, topic: '', content: 'three', renderedContent: 'three' };
    const all = messageHistory(now, edits, 'all', 'general chat');
    expect(all.map(({ content, timestamp }) => [content, timestamp])).toEqual([
      ['one', 10],
      ['two', 20],
      ['two', 30],
      ['three', 40],
    ]);
    expect(all[0]?.topic).toBe('general chat');
    const moves = messageHistory(now, edits, 'moves', null);
    expect(moves).toEqual([
      { topic: '', content: 'one', rendered_content: 'one', timestamp: 10, user_id: 1 },
      { topic: '', content: 'two', rendered_content: 'two', timestamp: 30, user_id: 2, prev_stream: 1, stream: 2 },
    ]);
  });
});
