import { describe, expect, it } from 'vitest';
import { triggerAt } from './trigger';

const at = (text: string) => triggerAt(text, text.length);

describe('what is being named at the caret', () => {
  it('begins with a sign at the start, after a space or an opening sign', () => {
    expect(at('@st')).toEqual({ kind: 'mention', query: 'st', start: 0 });
    expect(at('Hi (@st')).toEqual({ kind: 'mention', query: 'st', start: 4 });
    expect(at('mail@st')).toBeUndefined();
    expect(at('a :tad')).toEqual({ kind: 'emoji', query: 'tad', start: 2 });
    expect(at('10:30')).toBeUndefined();
    expect(at('see :')).toBeUndefined();
  });

  it('keeps spaces in names, and takes typed stars for a part of the sign', () => {
    expect(at('@Max Mem')).toEqual({ kind: 'mention', query: 'Max Mem', start: 0 });
    expect(at('x @**Max')).toEqual({ kind: 'mention', query: 'Max', start: 2 });
    expect(at('x @_Max')).toEqual({ kind: 'silent-mention', query: 'Max', start: 2 });
  });

  it('ends when the name is complete, or inside a word', () => {
    expect(at('@**Max** ')).toBeUndefined();
    expect(triggerAt('@st and', 2)).toBeUndefined();
    expect(triggerAt('@st and', 3)?.query).toBe('st');
  });

  it('goes on from a channel to its topics', () => {
    expect(at('in #gen')).toEqual({ kind: 'channel', query: 'gen', start: 3 });
    expect(at('in #**general>rel')).toEqual({ kind: 'topic', channel: 'general', query: 'rel', start: 3 });
    expect(at('#**general** >rel')).toEqual({ kind: 'topic', channel: 'general', query: 'rel', start: 0 });
  });

  it('knows commands at the start and languages of code', () => {
    expect(at('/po')).toEqual({ kind: 'command', query: 'po', start: 0 });
    expect(at('and /po')).toBeUndefined();
    const fence = { signs: '```', isClosed: false };
    expect(at('text\n```py')).toEqual({ kind: 'language', query: 'py', start: 5, fence });
  });

  it('sees whether the block of a language is closed already', () => {
    const fenceOf = (before: string, after: string) => triggerAt(before + after, before.length)?.fence;
    expect(fenceOf('~~~~py', '\ncode\n~~~~')).toEqual({ signs: '~~~~', isClosed: true });
    expect(fenceOf('```py', '\ncode\n~~~\n```')).toEqual({ signs: '```', isClosed: true });
    expect(fenceOf('```py', '\ncode\n```js\nmore\n```')).toEqual({ signs: '```', isClosed: false });
    expect(fenceOf('```py', '')).toEqual({ signs: '```', isClosed: false });
  });

  it('takes the beginning of a time for one, and nothing that follows it', () => {
    for (const query of ['t', 'ti', 'time', 'time:']) {
      expect(at(`see you <${query}`)).toEqual({ kind: 'time', query, start: 8 });
    }
    expect(at('1 < t')).toBeUndefined();
    expect(at('<table')).toBeUndefined();
    expect(at('<time:2026')).toBeUndefined();
  });
});
