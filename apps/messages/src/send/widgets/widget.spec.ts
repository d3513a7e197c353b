import { widgetOfText } from './widget';
import { checkAddition, parseWidgetContent } from './widget-check';

describe('widgets of a text', () => {
  it.each([
    ['/poll', { question: '', options: [] }],
    ['/poll Lunch?', { question: 'Lunch?', options: [] }],
    [
      '/poll Lunch?\n- soup\n* bread\n\n  salad - green',
      { question: 'Lunch?', options: ['soup', 'bread', 'salad - green'] },
    ],
    ['/poll\nyes\nno', { question: '', options: ['yes', 'no'] }],
  ])('%j is a poll', (content, extraData) =>
    expect(widgetOfText(content)).toEqual({ widget_type: 'poll', extra_data: extraData }),
  );

  it.each([
    ['/todo', { task_list_title: '', tasks: [] }],
    [
      '/todo Trip\n- pack: socks: two\nbook',
      {
        task_list_title: 'Trip',
        tasks: [
          { task: 'pack', desc: 'socks: two' },
          { task: 'book', desc: '' },
        ],
      },
    ],
  ])('%j is a todo list', (content, extraData) =>
    expect(widgetOfText(content)).toEqual({ widget_type: 'todo', extra_data: extraData }),
  );

  it.each(['hello', '/polls x', 'a /poll', '/me /poll', '/todos'])('%j is none', (content) =>
    expect(widgetOfText(content)).toBeNull(),
  );
});

describe('additions to a widget', () => {
  it.each<[string, unknown, string]>([
    ['poll', [], 'poll data is not a dict'],
    ['poll', {}, 'type key is missing from poll data'],
    ['poll', { type: 1 }, 'poll data["type"] is not a string'],
    ['poll', { type: 'x' }, 'Unknown type for poll data: x'],
    ['poll', { type: 'constructor' }, 'Unknown type for poll data: constructor'],
    ['poll', { type: 'vote', key: 'a' }, 'vote key is missing from poll data'],
    ['poll', { type: 'vote', key: 'a', vote: 2 }, 'Invalid poll data["vote"]'],
    ['poll', { type: 'vote', key: 'a', vote: 1, more: 1 }, 'Unexpected arguments: more'],
    ['poll', { type: 'new_option', idx: 1001, option: 'a' }, 'poll data["idx"] is too large'],
    ['poll', { type: 'new_option', idx: -1, option: 'a' }, 'poll data["idx"] is too small'],
    ['poll', { type: 'question', question: 'a' }, "You can't edit a question unless you are the author."],
    ['todo', { type: 'x' }, 'Unknown type for todo data: x'],
    ['todo', { type: 'strike', key: 1 }, 'todo data["key"] is not a string'],
    [
      'todo',
      { type: 'new_task', key: 0, task: 'a', desc: '', completed: 0 },
      'todo data["completed"] is not a boolean',
    ],
    [
      'todo',
      { type: 'new_task_list_title', title: 'a' },
      "You can't edit the task list title unless you are the author.",
    ],
  ])('%s %j is refused', (type, data, message) => {
    expect(() => checkAddition(type, data, false)).toThrow(message);
  });

  it.each<[string | null, unknown]>([
    ['poll', { type: 'vote', key: 'canned,0', vote: -1 }],
    ['poll', { type: 'new_option', idx: 1000, option: 'a' }],
    ['poll', { type: 'question', question: 'a' }],
    ['todo', { type: 'new_task', key: 0, task: 'a', desc: '', completed: false }],
    ['todo', { type: 'strike', key: '0,canned' }],
    ['todo', { type: 'new_task_list_title', title: 'a' }],
    ['zform', 5],
    [null, 'anything'],
  ])('%s %j is taken from the author', (type, data) => {
    expect(() => checkAddition(type, data, true)).not.toThrow();
  });
});

describe('widget_content', () => {
  const choice = { short_name: 'A', long_name: 'first', reply: 'a', type: 'multiple_choice' };
  const form = { type: 'choices', heading: 'pick', choices: [choice] };

  it('is a form', () => {
    const widget = { widget_type: 'zform', extra_data: form };
    expect(parseWidgetContent(JSON.stringify(widget))).toEqual(widget);
  });

  it.each([
    ['{', 'API programmer sent invalid JSON content'],
    ['[]', 'widget_content is not a dict'],
    ['{}', 'widget_type is not in widget_content'],
    ['{"widget_type":"zform"}', 'extra_data is not in widget_content'],
    ['{"widget_type":"zform","extra_data":1}', 'extra_data is not a dict'],
    ['{"widget_type":"whatever","extra_data":{}}', 'unknown widget type: whatever'],
    ['{"widget_type":"zform","extra_data":{}}', 'zform is missing type field'],
    ['{"widget_type":"zform","extra_data":{"type":"x"}}', 'unknown zform type: x'],
    ['{"widget_type":"zform","extra_data":{"type":"choices"}}', 'heading key is missing from extra_data'],
    [
      JSON.stringify({ widget_type: 'zform', extra_data: { ...form, choices: [{ short_name: 1 }] } }),
      'extra_data["choices"][0]["short_name"] is not a string',
    ],
  ])('%s is refused', (json, message) => {
    expect(() => parseWidgetContent(json)).toThrow(`Widgets: ${message}`);
  });
});
