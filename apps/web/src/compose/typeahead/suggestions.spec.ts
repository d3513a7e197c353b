import { snapshotState } from '../../store/snapshot';
import { anAnswer } from '../../test-support/answer';
import { editOf, suggestionsFor } from './suggestions';
import { triggerAt } from './trigger';

const organization = {
  realm_default_code_block_language: '',
  realm_playgrounds: [
    { id: 1, name: 'Try Zest', pygments_language: 'Zest', url_template: 'https://zest.example/{code}' },
    { id: 2, name: 'Try Rust', pygments_language: 'rust', url_template: 'https://rust.example/{code}' },
  ],
};

/** What is offered after a text, and what taking one of it leaves, with `[` and `]` around what is selected. */
function offered(before: string, { after = '', preferred = '' } = {}) {
  const answer = anAnswer({ ...organization, realm_default_code_block_language: preferred });
  const trigger = triggerAt(before + after, before.length);
  const suggestions = trigger
    ? suggestionsFor(trigger, {
        state: snapshotState(answer),
        target: { type: 'channel', channelId: 5, topic: 'plan' },
        addressOf: (channelId, topic) => `#narrow/channel/${channelId}/topic/${topic}`,
      })
    : [];
  const take = (position = 0): string => {
    const suggestion = suggestions[position];
    if (!trigger || !suggestion) throw new Error('There is nothing to take.');
    const { from, to, insert, select } = editOf(suggestion, { from: trigger.start, to: before.length });
    const text = before.slice(0, from) + insert + (before + after).slice(to);
    const [start, end] = select;
    return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
  };
  return { texts: suggestions.map(({ text }) => text), details: suggestions.map(({ detail }) => detail), take };
}

describe('what is offered for commands', () => {
  it('are the kinds of messages, whose first text is selected so that it is typed over', () => {
    expect(offered('/').texts).toEqual(['/me', '/poll', '/todo']);
    expect(offered('/m').take()).toBe('/me [is …]');
    expect(offered('/po').take()).toBe('/poll [Question]');
    expect(offered('/to').take()).toBe('/todo [Task list]');
  });
});

describe('what is offered for the language of a block', () => {
  it('is nothing until a letter is typed, so that Enter ends a line', () => {
    expect(offered('```').texts).toEqual([]);
  });

  it('goes by what was typed in full, the kinds of blocks, then by popularity', () => {
    expect(offered('```s').texts.slice(0, 3)).toEqual(['spoiler', 'sql', 'bash']);
    expect(offered('```r').texts[0]).toBe('r');
    expect(offered('```ma').texts).toEqual(['math', 'markdown', 'matlab', 'makefile']);
  });

  it('begins with the default of the organization, by any of its names', () => {
    expect(offered('```s', { preferred: 'scala' }).texts[0]).toBe('scala');
    expect(offered('```s', { preferred: 'zsh' }).texts[0]).toBe('bash');
    expect(offered('```q', { preferred: 'quill' }).texts).toEqual(['quill', 'quote']);
  });

  it('knows other names of languages, and says which one was meant', () => {
    const { texts, details, take } = offered('```TS');
    expect([texts[0], details[0]]).toEqual(['typescript', 'ts']);
    expect(take()).toBe('```typescript\n[]\n```');
  });

  it('has the languages of playgrounds, each once', () => {
    expect(offered('```zest').texts).toEqual(['zest']);
    expect(offered('```rust').texts).toEqual(['rust']);
  });

  it('closes the block with the signs that opened it, unless that is done', () => {
    expect(offered('so\n~~~~py').take()).toBe('so\n~~~~python\n[]\n~~~~');
    expect(offered('```py', { after: '\nx = 1\n```' }).take()).toBe('```python[]\nx = 1\n```');
  });
});
