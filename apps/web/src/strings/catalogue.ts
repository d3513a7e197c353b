import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

export type Values = Record<string, PrimitiveType>;
type Texts = Partial<Record<string, string>>;
type Loaders = Readonly<Record<string, () => Promise<{ default: Texts }>>>;

/** Texts of one part of the client in every language that there is; English stands in for what another lacks. */
export class Catalogue<Key extends string> {
  private language = 'en';
  private texts: Texts;
  private readonly compiled = new Map<Key, IntlMessageFormat>();

  constructor(
    private readonly english: Readonly<Record<Key, string>>,
    private readonly others: Loaders,
  ) {
    this.texts = english;
  }

  /** Loads and uses a language. */
  async use(language: string): Promise<void> {
    const texts = language === 'en' ? this.english : ((await this.others[language]?.())?.default ?? this.english);
    this.texts = texts;
    this.language = texts === this.english ? 'en' : language;
    this.compiled.clear();
  }

  /** Whether there is a text under this name: of texts that follow from other names, some are optional. */
  readonly has = (key: string): key is Key => Object.hasOwn(this.english, key);

  /** A text in the language in use; its variables and plurals are written as ICU messages. */
  readonly text = (key: Key, values?: Values): string => {
    let message = this.compiled.get(key);
    if (!message) {
      const own = this.texts[key];
      message = new IntlMessageFormat(own ?? this.english[key], own === undefined ? 'en' : this.language);
      this.compiled.set(key, message);
    }
    const formatted = message.format(values);
    return Array.isArray(formatted) ? formatted.join('') : String(formatted);
  };
}
