import { type Addition, type Fields, freeIndex, isIndex, listOf, textOf } from './fields';

export interface PollOption {
  /** `canned,{i}` for those of the message, `{sender},{i}` for others. */
  readonly key: string;
  readonly text: string;
  /** Who voted for it, in the order in which they did. */
  readonly voterIds: readonly number[];
}

export interface Poll {
  /** Empty if nobody asked one. */
  readonly question: string;
  readonly options: readonly PollOption[];
}

/** Two options never have the same text, nor does one take the place of another that people voted for. */
function withOption(poll: Poll, key: string, text: string | undefined): Poll {
  if (text === undefined || poll.options.some((option) => option.key === key || option.text === text)) return poll;
  return { ...poll, options: [...poll.options, { key, text, voterIds: [] }] };
}

/** The poll as its message has it. */
export function beginPoll({ question, options }: Fields): Poll {
  const none: Poll = { question: textOf(question) ?? '', options: [] };
  return listOf(options).reduce<Poll>((poll, text, index) => withOption(poll, `canned,${index}`, textOf(text)), none);
}

type Apply = (poll: Poll, addition: Addition) => Poll;

const applyVote: Apply = (poll, { senderId, data: { key, vote } }) => {
  if (vote !== 1 && vote !== -1) return poll;
  const options = poll.options.map((option) => {
    if (option.key !== key || option.voterIds.includes(senderId) === (vote === 1)) return option;
    const others = option.voterIds.filter((id) => id !== senderId);
    return { ...option, voterIds: vote === 1 ? [...others, senderId] : others };
  });
  return { ...poll, options };
};

const applyOption: Apply = (poll, { senderId, data: { idx, option } }) =>
  isIndex(idx) ? withOption(poll, `${senderId},${idx}`, textOf(option)) : poll;

const applyQuestion: Apply = (poll, { isAuthor, data }) => {
  const question = textOf(data.question);
  return isAuthor && question !== undefined ? { ...poll, question } : poll;
};

const ADDITIONS: ReadonlyMap<unknown, Apply> = new Map([
  ['vote', applyVote],
  ['new_option', applyOption],
  ['question', applyQuestion],
]);

/** The poll after something was added; what makes no sense, or was not theirs to add, changes nothing. */
export function applyToPoll(poll: Poll, addition: Addition): Poll {
  return ADDITIONS.get(addition.data.type)?.(poll, addition) ?? poll;
}

/** A vote for an option, or taking it back. */
export function voteFor({ key, voterIds }: PollOption, userId: number): Fields {
  return { type: 'vote', key, vote: voterIds.includes(userId) ? -1 : 1 };
}

export function newOption({ options }: Poll, option: string, userId: number): Fields {
  const keys = options.map(({ key }) => key);
  return { type: 'new_option', idx: freeIndex(keys, (index) => `${userId},${index}`), option };
}
