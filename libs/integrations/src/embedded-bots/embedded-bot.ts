import type { Write } from '@stoa/texts';

/** A message that is for an embedded bot. */
export interface EmbeddedQuestion {
  /** Markdown, without the mention of the bot that begins it; '' if there is nothing else. */
  text: string;
  sender: { id: number; fullName: string };
  /** Address of the message. */
  url: string;
  /** Texts for who reads the reply. */
  write: Write;
  /** Texts for everybody: in the language of the organization. */
  writeForAll: Write;
}

export type EmbeddedAnswer =
  /** Where the bot was asked. */
  { kind: 'reply'; content: string } | { kind: 'post'; channel: string; topic: string; content: string };

/** A bot whose service is part of this one (users.md 16). */
export interface EmbeddedBot {
  /** `service_name` of its accounts. */
  name: string;
  /** Settings by key, with what counts where the owner sets nothing. */
  config: Readonly<Record<string, string>>;
  /** Whether a value can be stored for one of the keys. */
  accepts(key: string, value: string): boolean;
  /** Pure. @param config of the account, with a value for each key */
  answer(question: EmbeddedQuestion, config: Readonly<Record<string, string>>): EmbeddedAnswer;
}
