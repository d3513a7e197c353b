import { widgetText } from './widget-text';

const item = (text: string, description = '') => ({ text, description });

describe('the message of a widget', () => {
  it('has its question and each option in a line of its own, marked so that signs before it stay', () => {
    expect(widgetText('poll', ' Lunch? ', [item('soup'), item(' '), item('-5 °C')])).toBe(
      '/poll Lunch?\n- soup\n- -5 °C',
    );
  });

  it('has tasks with their descriptions, told apart by the first colon', () => {
    expect(widgetText('todo', 'Trip', [item('pack', 'socks: two'), item('buy: milk'), item('fly')])).toBe(
      '/todo Trip\n- pack: socks: two\n- buy:\u00a0milk\n- fly',
    );
  });
});
