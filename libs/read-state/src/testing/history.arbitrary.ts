import * as fc from 'fast-check';
import { HistorySize, HistoryStep } from './history';

const anyIndex = fc.nat({ max: 1000 });
/** Mostly the next id; sometimes most of a chunk, so that short histories cross several. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.nat({ max: 3000 }).map((n) => n + 1) },
);

/** Steps of random histories for so many users and channels. */
export function historySteps(size: HistorySize, length: { min: number; max: number }): fc.Arbitrary<HistoryStep[]> {
  const user = fc.nat({ max: size.users - 1 });
  const channel = fc.nat({ max: size.channels - 1 });
  const users = fc.nat({ max: 2 ** size.users - 1 });
  const fewUsers = fc.oneof(fc.constant(0), users);
  const messages = fc.array(anyIndex, { minLength: 1, maxLength: 6 });
  const content = { channelWildcard: rarely(), mentioned: fewUsers, alerted: fewUsers, topicWildcard: fewUsers };
  const notice = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: users });
  const flag = fc.constantFrom('starred' as const, 'collapsed' as const, 'hide_link_previews' as const);
  const mode = fc.constantFrom('one' as const, 'later' as const, 'all' as const);
  const kind = <K extends HistoryStep['kind']>(name: K) => fc.constant(name);

  const step: fc.Arbitrary<HistoryStep> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: kind('send'),
        channel,
        read: fewUsers,
        notice,
        delivered: fewUsers,
        gap,
        ...content,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: kind('direct'), participants: users, read: fewUsers, gap, ...content }) },
    { weight: 4, arbitrary: fc.record({ kind: kind('subscribe'), user, channel }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('unsubscribe'), user, channel }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('deactivate'), user }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('reactivate'), user }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: kind('move'), message: anyIndex, mode, channel, toProtected: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: kind('moveBack'), move: anyIndex, toProtected: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('edit'), message: anyIndex, ...content }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('delete'), message: anyIndex }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('markRead'), user, messages }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('markUnread'), user, messages }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('addFlag'), user, messages, flag }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('removeFlag'), user, messages, flag }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('readConversation'), user, channel }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('readAll'), user }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('advance'), user, share: fc.integer({ min: 1, max: 4 }) }) },
  );
  return fc
    .tuple(
      fc.array(users, { minLength: size.channels, maxLength: size.channels }),
      fc.array(step, { minLength: length.min, maxLength: length.max, size: 'max' }),
    ) // prettier-ignore
    .map(([members, steps]) => [...firstSubscriptions(size, members), ...steps]);
}

/** Histories start with some members in every channel, else most sends would reach nobody. */
function firstSubscriptions(size: HistorySize, members: number[]): HistoryStep[] {
  return members.flatMap((mask, channel) =>
    Array.from({ length: size.users }, (_, user): HistoryStep => ({ kind: 'subscribe', user, channel })).filter(
      (_, user) => (mask & (1 << user)) !== 0,
    ),
  );
}

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat({ max: 3 }).map((n) => n === 0);
}
