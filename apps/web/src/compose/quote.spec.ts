import { describe, expect, it } from 'vitest';
import { fenceFor, mentionOf, quoteOf } from './quote';

describe('quoting', () => {
  it('makes a fence longer than any in the text', () => {
    expect(fenceFor('plain')).toBe('```');
    expect(fenceFor('a\n```ts\nx\n```')).toBe('````');
    expect(fenceFor('  `````\nx')).toBe('``````');
    expect(fenceFor('inline ```` ticks')).toBe('```');
  });

  it('names the sender silently, links the message and keeps its source', () => {
    const mention = mentionOf('Bo', 7, false, true);
    expect(quoteOf({ mention, said: 'said', link: 'https://x/#narrow/near/3', source: 'Hello' })).toBe(
      '@_**Bo** [said](https://x/#narrow/near/3):\n```quote\nHello\n```\n',
    );
  });

  it('adds the id where a name is not enough', () => {
    expect(mentionOf('Bo', 7, true)).toBe('@**Bo|7**');
  });
});
