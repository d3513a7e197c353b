import { render } from '@stoa/markdown';
import { sampleContext } from '../../../../../libs/markdown/src/sample-context';
import { mentionsOf } from './mentions';

const ofMarkup = (source: string) => {
  const { userIds, groupIds, ...wildcards } = mentionsOf(render(source, sampleContext).html);
  return { userIds: [...userIds], groupIds: [...groupIds], ...wildcards };
};
const none = { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false };

describe('mentionsOf', () => {
  it.each([
    ['plain', {}],
    ['@**Ada Byron** and @**Ada Byron|31**', { userIds: [31] }],
    ['@*oncall*', { groupIds: [17] }],
    ['@**all**', { channelWildcard: true }],
    ['@**everyone**', { channelWildcard: true }],
    ['@**topic**', { topicWildcard: true }],
    ['@_**Ada Byron** @_*oncall* @_**all** @_**topic**', {}],
    ['> @**Ada Byron** @*oncall* @**all**\n\nx', {}],
    ['`@**Ada Byron**`', {}],
    ['@**Bo Li** is deactivated', {}],
    ['```spoiler x\n@**Ada Byron**\n```', { userIds: [31] }],
  ])('of %j', (source, expected) => {
    expect(ofMarkup(source)).toEqual({ ...none, ...expected });
  });

  it("agrees with the renderer's own result", () => {
    const { html, ...result } = render('@**Ada Byron** @*oncall* @**all** @**topic** @_**Ada Byron**', sampleContext);
    const found = mentionsOf(html);
    expect([...found.userIds]).toEqual(result.mentionedUserIds);
    expect([...found.groupIds]).toEqual(result.mentionedGroupIds);
  });

  it('ignores ids that are none', () => {
    expect([...mentionsOf('<span class="user-mention" data-user-id="x">y</span>').userIds]).toEqual([]);
    expect([...mentionsOf('<span class="user-group-mention">y</span>').groupIds]).toEqual([]);
  });
});
