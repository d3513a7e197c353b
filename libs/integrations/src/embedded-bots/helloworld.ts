import type { EmbeddedBot } from './embedded-bot';

/** Answers whatever it is asked with the same two words: shows that a bot hears and speaks. */
export const helloworld: EmbeddedBot = {
  name: 'helloworld',
  config: {},
  accepts: () => false,
  answer: () => ({ kind: 'reply', content: 'beep boop' }),
};
