import { newOption, voteFor } from './poll';
import { newTask, tasksInOrder } from './todo';
import { type Widget, widgetOf } from './widget';

const AUTHOR = 1;
const BO = 2;
const CY = 3;

type Given = readonly [senderId: number, data: unknown, type?: string];

function submessagesOf(given: readonly Given[]) {
  return given.map(([sender_id, data, msg_type = 'widget']) => ({
    ...{ sender_id, msg_type },
    content: typeof data === 'string' ? data : JSON.stringify(data),
  }));
}

const widgetAfter = (...given: Given[]): Widget | undefined =>
  widgetOf({ sender_id: AUTHOR, submessages: submessagesOf(given) });

const POLL = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['soup', 'bread', 'soup'] } };
const pollAfter = (...given: Given[]) => {
  const widget = widgetAfter([AUTHOR, POLL], ...given);
  if (widget?.kind !== 'poll') throw new Error('that was to be a poll');
  return widget.poll;
};
const votes = (...given: Given[]) => pollAfter(...given).options.map(({ text, voterIds }) => [text, voterIds]);
const vote = (key: string, value: unknown = 1) => ({ type: 'vote', key, vote: value });

const TASK_LIST = {
  widget_type: 'todo',
  extra_data: { task_list_title: 'Trip', tasks: [{ task: 'pack', desc: 'socks' }, 'book', { task: ' ' }] },
};
const todoAfter = (...given: Given[]) => {
  const widget = widgetAfter([AUTHOR, TASK_LIST], ...given);
  if (widget?.kind !== 'todo') throw new Error('that was to be a list');
  return widget.list;
};

describe('a poll', () => {
  it('begins with its question and options, each once', () => {
    expect(pollAfter()).toEqual({
      question: 'Lunch?',
      options: [
        { key: 'canned,0', text: 'soup', voterIds: [] },
        { key: 'canned,1', text: 'bread', voterIds: [] },
      ],
    });
  });

  it('counts each vote once, and takes it back', () => {
    expect(votes([BO, vote('canned,1')], [CY, vote('canned,1')], [BO, vote('canned,1')])).toEqual([
      ['soup', []],
      ['bread', [BO, CY]],
    ]);
    expect(votes([BO, vote('canned,1')], [BO, vote('canned,1', -1)], [CY, vote('canned,0', -1)])).toEqual([
      ['soup', []],
      ['bread', []],
    ]);
  });

  it('takes options of everybody, which can be voted for', () => {
    const option = { type: 'new_option', idx: 1, option: ' rice ' };
    expect(votes([BO, option], [CY, vote('2,1')])).toContainEqual(['rice', [CY]]);
    expect(votes([BO, { ...option, option: 'soup' }])).toHaveLength(2);
  });

  it('keeps an option that people voted for when its author uses its number again', () => {
    const [first, second] = ['rice', 'poison'].map((option) => ({ type: 'new_option', idx: 1, option }));
    expect(votes([BO, first], [CY, vote('2,1')], [BO, second])).toEqual([
      ...[
        ['soup', []],
        ['bread', []],
      ],
      ['rice', [CY]],
    ]);
  });

  it('is asked anew by its author alone', () => {
    expect(pollAfter([AUTHOR, { type: 'question', question: 'Dinner?' }]).question).toBe('Dinner?');
    expect(pollAfter([BO, { type: 'question', question: 'Dinner?' }]).question).toBe('Lunch?');
  });

  it.each<unknown>([
    ...['{', 'null', '[]', '"vote"', {}, { type: 'constructor' }, { type: '__proto__' }, { type: ['vote'] }],
    ...[
      vote('canned,9'),
      vote('canned,0', 2),
      vote('canned,0', '1'),
      vote('__proto__'),
      { type: 'vote', key: 0, vote: 1 },
    ],
    ...[-1, 1.5, 1001, '1', null].map((idx) => ({ type: 'new_option', idx, option: 'x' })),
    ...[1, null, '', ' ', ['x']].map((option) => ({ type: 'new_option', idx: 1, option })),
    ...['', 7, null].map((question) => ({ type: 'question', question })),
  ])('is as before after %j', (data) => {
    expect(pollAfter([AUTHOR, data as string])).toEqual(pollAfter());
  });

  it('passes over what is no part of the widget', () => {
    expect(votes([BO, vote('canned,0'), 'other'])).toEqual(votes());
  });

  it.each<unknown>([
    {},
    { extra_data: 7 },
    { extra_data: { question: 5, options: 'soup' } },
    { extra_data: { options: [1, {}, ''] } },
  ])('is empty if it begins with %j', (data) => {
    const widget = widgetAfter([AUTHOR, { widget_type: 'poll', ...(data as object) }]);
    expect(widget).toEqual({ kind: 'poll', poll: { question: '', options: [] } });
  });

  it('says how to vote, to take it back, and to add an option that nobody has', () => {
    const poll = pollAfter([BO, vote('canned,0')], [BO, { type: 'new_option', idx: 1, option: 'rice' }]);
    const [soup] = poll.options;
    if (!soup) throw new Error('there is an option');
    expect([voteFor(soup, BO), voteFor(soup, CY)]).toEqual([vote('canned,0', -1), vote('canned,0', 1)]);
    expect(newOption(poll, 'fish', BO)).toEqual({ type: 'new_option', idx: 2, option: 'fish' });
    expect(newOption(poll, 'fish', CY)).toEqual({ type: 'new_option', idx: 1, option: 'fish' });
  });
});

describe('a list of tasks', () => {
  const task = (key: unknown, text: unknown) => ({ type: 'new_task', key, task: text, desc: '', completed: false });

  it('begins with the title and the tasks that make sense', () => {
    const pack = { key: '0,canned', text: 'pack', description: 'socks', isDone: false };
    expect(todoAfter()).toEqual({ title: 'Trip', tasks: [pack] });
  });

  it('is ticked, opened again and added to by everybody; what is open comes first', () => {
    const strike = { type: 'strike', key: '0,canned' };
    const list = todoAfter([BO, strike], [CY, task(4, 'fly')], [CY, task(4, 'swim')], [BO, task(1, 'pack')]);
    expect(tasksInOrder(list).map(({ key, text, isDone }) => [key, text, isDone])).toEqual([
      ['4,3', 'fly', false],
      ['0,canned', 'pack', true],
    ]);
    expect(todoAfter([BO, strike], [CY, strike])).toEqual(todoAfter());
  });

  it('gets its title from its author alone', () => {
    const title = { type: 'new_task_list_title', title: 'Journey' };
    expect([todoAfter([AUTHOR, title]).title, todoAfter([BO, title]).title]).toEqual(['Journey', 'Trip']);
  });

  it.each<unknown>([
    ...[{ type: 'strike', key: 'x' }, { type: 'strike' }, { type: 'new_task_list_title', title: ' ' }],
    ...[task('1', 'x'), task(-1, 'x'), task(1, ''), task(1, {}), { type: 'toString' }],
  ])('is as before after %j', (data) => {
    expect(todoAfter([AUTHOR, data])).toEqual(todoAfter());
  });

  it('numbers new tasks by who adds them', () => {
    const list = todoAfter([BO, task(1, 'fly')]);
    expect(newTask(list, { task: 'swim', desc: '' }, BO)).toEqual(task(2, 'swim'));
    expect(newTask(list, { task: 'swim', desc: '' }, CY)).toEqual(task(1, 'swim'));
  });
});

describe('a message', () => {
  it('may be a form of replies', () => {
    const choice = { short_name: 'A', long_name: 'first', reply: 'a' };
    const extra_data = { type: 'choices', heading: 'Pick', choices: [choice, { short_name: 'B' }, 5] };
    expect(widgetAfter([AUTHOR, { widget_type: 'zform', extra_data }], [BO, vote('canned,0')])).toEqual({
      kind: 'form',
      form: { heading: 'Pick', choices: [{ name: 'A', text: 'first', reply: 'a' }] },
    });
  });

  it('is text if somebody else, or something unknown, made a widget of it', () => {
    expect(widgetAfter()).toBeUndefined();
    expect(widgetAfter([BO, POLL], [AUTHOR, POLL])).toBeUndefined();
    expect(widgetAfter([AUTHOR, '{'], [BO, vote('canned,0')])).toBeUndefined();
    expect(widgetAfter([AUTHOR, { widget_type: 'constructor' }])).toBeUndefined();
  });
});
