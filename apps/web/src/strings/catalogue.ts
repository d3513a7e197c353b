import { type Formatters, IntlMessageFormat, type PrimitiveType } from 'intl-messageformat';

/** Makes each of the browser's formatters once: the library makes them anew for each text. */
function kept<Options, Formatter>(
  make: (locales?: string | string[], options?: Options) => Formatter,
): (locales?: string | string[], options?: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (locales, options) => {
    const key = `${String(locales)} ${JSON.stringify(options)}`;
    const formatter = made.get(key) ?? make(locales, options);
    made.set(key, formatter);
    return formatter;
  };
}

const FORMATTERS: Formatters = {
  getNumberFormat: kept((locales, options) => new Intl.NumberFormat(locales, options)),
  getDateTimeFormat: kept((locales, options) => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: kept((locales, options) => new Intl.PluralRules(locales, options)),
};

/** Whether a text says the same whatever values it gets. */
function isPlain(text: string): boolean {
  return !/[{}<'#]/.test(text);
}

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
    const own = this.texts[key];
    const text = own ?? this.english[key];
    if (isPlain(text)) return text;
    let message = this.compiled.get(key);
    if (!message) {
      const language = own === undefined ? 'en' : this.language;
      message = new IntlMessageFormat(text, language, undefined, { formatters: FORMATTERS });
      this.compiled.set(key, message);
    }
    const formatted = message.format(values);
    return Array.isArray(formatted) ? formatted.join('') : String(formatted);
  };
}
