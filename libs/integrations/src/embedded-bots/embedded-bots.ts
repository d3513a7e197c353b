import type { EmbeddedBot } from './embedded-bot';
import { followup } from './followup';
import { helloworld } from './helloworld';

/** Every embedded bot, in the order of their names. */
export const EMBEDDED_BOTS: readonly EmbeddedBot[] = [followup, helloworld];

const BY_NAME = new Map(EMBEDDED_BOTS.map((bot) => [bot.name, bot]));

export function embeddedBotNamed(name: string): EmbeddedBot | undefined {
  return BY_NAME.get(name);
}

/** Whether an account of the bot can have these settings. */
export function acceptsConfig(bot: EmbeddedBot, config: Readonly<Record<string, string>>): boolean {
  return Object.entries(config).every(([key, value]) => Object.hasOwn(bot.config, key) && bot.accepts(key, value));
}

/**
 * What is asked: the message without the mention that it begins with.
 * @param content Markdown
 */
export function askedText(content: string, bot: { id: number; fullName: string }): string {
  const text = content.trim();
  const mention = [`@**${bot.fullName}|${bot.id}**`, `@**${bot.fullName}**`].find((form) => text.startsWith(form));
  return mention === undefined ? text : text.slice(mention.length).trim();
}
