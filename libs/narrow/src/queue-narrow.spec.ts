import { matchesQueueNarrow, validateQueueNarrow, type NarrowableMessage, type QueueNarrow } from './index';

const channelMessage: NarrowableMessage = {
  type: 'stream',
  display_recipient: 'General',
  subject: '✔ Plans',
  sender_email: 'user10@chat.example',
  rendered_content: '<p><span class="user-mention" data-user-id="12">@Ada</span></p>',
  flags: ['mentioned', 'read'],
};
const directMessage: NarrowableMessage = {
  type: 'private',
  display_recipient: [{ id: 10 }],
  subject: '',
  sender_email: 'user11@chat.example',
  rendered_content: '<p><span class="user-mention silent" data-user-id="12">Ada</span> 12</p>',
  flags: ['starred'],
};

describe('validateQueueNarrow', () => {
  it('accepts pairs of the supported operators', () => {
    const narrow = [
      ['stream', 'a'],
      ['topic', 'general chat'],
      ['is', 'anything'],
    ];
    expect(validateQueueNarrow(narrow)).toEqual({
      ok: true,
      narrow: [
        ['stream', 'a'],
        ['topic', ''],
        ['is', 'anything'],
      ],
    });
    expect(validateQueueNarrow(null)).toEqual({ ok: true, narrow: [] });
  });

  it.each([
    [{}, 'narrow is not a list'],
    [[{ operator: 'is', operand: 'dm' }], 'narrow[0] is not a list'],
    [[['is', 'dm', 'x']], 'narrow[0] is not length 2'],
    [
      [
        ['is', 'dm'],
        ['stream', 5],
      ],
      'narrow[1][1] is not a string',
    ],
    [[['dm', 'x']], 'Operator dm not supported.'],
    [[['is', 'followed']], 'Operand followed not supported.'],
  ])('refuses %j', (value, msg) => {
    expect(validateQueueNarrow(value)).toEqual({ ok: false, code: 'BAD_REQUEST', msg });
  });
});

describe('matchesQueueNarrow', () => {
  it.each<[QueueNarrow, boolean, boolean]>([
    [[], true, true],
    [[['channel', 'general']], true, false],
    [[['stream', 'other']], false, false],
    [[['topic', '✔ plans']], true, false],
    [[['topic', '']], false, false],
    [[['sender', 'USER10@chat.example']], true, false],
    [[['is', 'dm']], false, true],
    [[['is', 'private']], false, true],
    [[['is', 'starred']], false, true],
    [[['is', 'unread']], false, true],
    [[['is', 'mentioned']], true, false],
    [[['is', 'alerted']], true, false],
    [[['is', 'resolved']], true, false],
    [[['is', 'muted']], true, true],
    [[['mentions', '12']], true, false],
    [[['channels', 'archived']], false, false],
    [[['mentions', '1']], false, false],
    [
      [
        ['channel', 'general'],
        ['topic', 'x'],
      ],
      false,
      false,
    ],
  ])('%j', (narrow, channel, direct) => {
    expect(matchesQueueNarrow(narrow, channelMessage)).toBe(channel);
    expect(matchesQueueNarrow(narrow, directMessage)).toBe(direct);
  });
});
