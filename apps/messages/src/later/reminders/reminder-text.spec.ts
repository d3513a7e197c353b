import { textsIn } from '@stoa/texts';
import { reminderText } from './reminder-text';

const ENGLISH = textsIn('en');

const source = {
  topicLink: '#**ops>deploy@905**',
  url: 'https://chat.example/#narrow/channel/5-ops/topic/deploy/near/905',
  sender: '@_**Ada|10**',
  content: 'hello\nworld',
  note: '',
};
const said = `@_**Ada|10** [said](${source.url}):`;

describe('reminders', () => {
  it('quote the message', () => {
    expect(reminderText(source, ENGLISH)).toBe(
      `You requested a reminder for #**ops>deploy@905**.\n\n${said}\n\`\`\`quote\nhello\nworld\n\`\`\``,
    );
  });

  it('name direct messages and carry a note', () => {
    expect(reminderText({ ...source, topicLink: null, note: 'soon' }, ENGLISH)).toBe(
      `You requested a reminder for the following direct message. Note:\n > soon\n\n${said}\n\`\`\`quote\nhello\nworld\n\`\`\``,
    );
  });

  it('are in the language of who asked for them', () => {
    expect(reminderText({ ...source, note: 'bald' }, textsIn('de'))).toBe(
      'Du wolltest an #**ops>deploy@905** erinnert werden. Notiz:\n > bald\n\n' +
        `@_**Ada|10** [schrieb](${source.url}):\n\`\`\`quote\nhello\nworld\n\`\`\``,
    );
  });

  it('use a fence that the message does not', () => {
    const text = reminderText({ ...source, content: '````js\nx\n````' }, ENGLISH);
    expect(text).toContain(`${said}\n\`\`\`\`\`quote\n\`\`\`\`js\nx\n\`\`\`\`\n\`\`\`\`\``);
  });

  it.each([
    ['/poll Lunch?\nsoup', 'a poll.'],
    ['/todo', 'a todo list.'],
  ])('do not quote %j', (content, what) => {
    expect(reminderText({ ...source, content }, ENGLISH).split('\n\n')[1]).toBe(
      `@_**Ada|10** [sent](${source.url}) ${what}`,
    );
  });

  it('fit into a message', () => {
    const text = reminderText({ ...source, content: '😀'.repeat(10_000) }, ENGLISH);
    expect([...text].length).toBe(10_000);
    expect(text.endsWith('\n[message truncated]\n```')).toBe(true);
  });
});
