import { textsIn } from '@stoa/texts';
import { EMBEDDED_BOTS, acceptsConfig, askedText, embeddedBotNamed } from './embedded-bots';
import { followup } from './followup';
import { helloworld } from './helloworld';

const question = (text: string, language = 'en') => ({
  text,
  sender: { id: 4, fullName: 'Ada Lovelace' },
  url: 'https://chat.example/#narrow/near/11',
  write: textsIn(language),
  writeForAll: textsIn('en'),
});

describe('embedded bots', () => {
  it('are found by their names, each once', () => {
    expect(EMBEDDED_BOTS.map(({ name }) => name)).toEqual(['followup', 'helloworld']);
    for (const bot of EMBEDDED_BOTS) expect(embeddedBotNamed(bot.name)).toBe(bot);
    expect(embeddedBotNamed('constructor')).toBeUndefined();
  });

  it.each([
    ['@**Later** buy milk', 'buy milk'],
    ['  @**Later|7**   buy milk\nand bread ', 'buy milk\nand bread'],
    ['@**Later|8** buy milk', '@**Later|8** buy milk'],
    ['buy milk, @**Later**', 'buy milk, @**Later**'],
    ['@**Later**', ''],
  ])('are asked %j', (content, expected) => {
    expect(askedText(content, { id: 7, fullName: 'Later' })).toBe(expected);
  });

  it.each([
    [followup, {}, true],
    [followup, { stream: 'to do' }, true],
    [followup, { stream: ' ' }, false],
    [followup, { stream: 'x'.repeat(61) }, false],
    [followup, { channel: 'to do' }, false],
    [followup, { toString: 'x' }, false],
    [helloworld, {}, true],
    [helloworld, { stream: 'to do' }, false],
  ])('%o with %j', (bot, config, expected) => {
    expect(acceptsConfig(bot, config)).toBe(expected);
  });
});

describe('helloworld', () => {
  it('says that it hears', () => {
    expect(helloworld.answer(question('hello'), {})).toEqual({ kind: 'reply', content: 'beep boop' });
  });
});

describe('followup', () => {
  it('notes what is to be done in its channel', () => {
    expect(followup.answer(question('buy ~~~ milk'), { stream: ' to do ' })).toEqual({
      kind: 'post',
      channel: 'to do',
      topic: 'Ada Lovelace',
      content:
        '@_**Ada Lovelace|4** asked for [a follow-up](https://chat.example/#narrow/near/11):\n~~~ quote\nbuy ~~~ milk\n~~~',
    });
  });

  it('says how it is used, in the language of who asks', () => {
    for (const text of ['', 'help', 'HELP']) {
      expect(followup.answer(question(text), followup.config)).toEqual({
        kind: 'reply',
        content: 'Write to me what is to be done later. I note it in the channel **followup**.',
      });
    }
    expect(followup.answer(question('', 'de'), followup.config)).toMatchObject({
      content: expect.stringContaining('im Kanal **followup**'),
    });
  });
});
