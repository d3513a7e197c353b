import type { Names } from '../../narrow/address';
import { conversationLink, isInCode, linkFor, pastedAs } from './pasted';

const names: Names = {
  ownUserId: 10,
  channelName: (id) => ({ 5: 'design', 6: 'a*b' })[id],
  userName: () => undefined,
};
const ORIGIN = 'https://chat.example';
const facts = { origin: ORIGIN, names };
const at = (text: string, start = text.length, end = start) => ({ text, start, end });

describe('an address that is pasted', () => {
  it('becomes a link of the words that are selected', () => {
    expect(linkFor('https://x.example/y', at('see this', 4, 8), facts)).toBe('[this](https://x.example/y)');
    expect(linkFor('https://x.example', at('https://old.example', 0, 19), facts)).toBeUndefined();
    expect(linkFor('two words', at('see this', 4, 8), facts)).toBeUndefined();
  });

  it('of a conversation here becomes what links it', () => {
    const link = (hash: string) => conversationLink(`${ORIGIN}/${hash}`, ORIGIN, names);
    expect(link('#narrow/channel/5-design')).toBe('#**design**');
    expect(link('#narrow/channel/5-design/topic/new.20logo')).toBe('#**design>new logo**');
    expect(link('#narrow/channel/5-design/topic/logo/near/77')).toBe('#**design>logo@77**');
    expect(linkFor(`${ORIGIN}/#narrow/channel/5-design`, at('see '), facts)).toBe('#**design**');
  });

  it('stays an address where it names something else, or the link could not be written', () => {
    const link = (url: string) => conversationLink(url, ORIGIN, names);
    expect(link('https://other.example/#narrow/channel/5-design')).toBeUndefined();
    expect(link(`${ORIGIN}/#narrow/channel/6-x`)).toBeUndefined();
    expect(link(`${ORIGIN}/#narrow/channel/99-gone`)).toBeUndefined();
    expect(link(`${ORIGIN}/#narrow/channel/5-design/topic/a.2Ab`)).toBeUndefined();
    expect(link(`${ORIGIN}/#narrow/is/starred`)).toBeUndefined();
    expect(link(`${ORIGIN}/help`)).toBeUndefined();
  });

  it('stays as it is in code', () => {
    expect(linkFor(`${ORIGIN}/#narrow/channel/5-design`, at('`curl '), facts)).toBeUndefined();
  });
});

describe('whether a place is in code', () => {
  it.each([
    ['a `b', true],
    ['a `b` c', false],
    ['```\nx', true],
    ['```\nx\n```\ny', false],
    ['~~~ts\nx\n```\ny', true],
    ['plain', false],
  ])('%j: %s', (text, expected) => {
    expect(isInCode(at(text))).toBe(expected);
  });
});

describe('what comes from another program', () => {
  it.each([
    ['', 'words', 'plain'],
    ['<span style="color: red">words</span>', 'words', 'plain'],
    ['<p>a <b>b</b></p>', 'a b', 'formatted'],
    ['<meta charset="utf-8"><div style="color: #000; white-space: pre;"><div>a</div></div>', 'a\n  b', 'code'],
    ['<meta charset="utf-8"><div style="white-space: pre;">a</div>', 'a', 'plain'],
    ['<img src="x">', '', 'plain'],
  ] as const)('%j is taken up', (html, plain, expected) => {
    expect(pastedAs(html, plain)).toBe(expected);
  });
});
