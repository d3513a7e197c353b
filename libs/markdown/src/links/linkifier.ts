import { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';

/** A linkifier as the organization configures it. */
export interface LinkifierDefinition {
  /** RE2 syntax. */
  pattern: string;
  /** RFC 6570. */
  urlTemplate: string;
}

/** A stretch of text that a linkifier turns into a link; `url` is expanded, not sanitised. */
export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}

// RE2's \s is ASCII only; the markup's is not.
const BEFORE = `(^|[\\s\\x{85}\\pZ'"(,:<])`;
const AFTER = `(?:$|[^\\pL\\pN])`;
const BEFORE_GROUP = 1;
const LINK_GROUP = 2;

const GROUP_NAME = /\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>/g;
const LITERAL_PREFIX = /^(?:[A-Za-z0-9#_@/:-](?![*?{+]))+/;

/** Text that every match must start with, '' when it is not obvious from the pattern. */
function literalPrefix(pattern: string): string {
  if (pattern.includes('|') || pattern.includes('(?i') || pattern.includes('(?-')) return '';
  return LITERAL_PREFIX.exec(pattern)?.[0] ?? '';
}

/** A linkifier ready for use. User-written patterns run only in RE2, whose time is linear. */
export class CompiledLinkifier {
  private readonly regularExpression: RE2JS;
  private readonly groupNames: readonly string[];
  private readonly template: ReturnType<typeof parseTemplate>;
  private readonly prefix: string;

  /** Throws when the pattern or the template is invalid; both are checked when a linkifier is saved. */
  constructor(readonly definition: LinkifierDefinition) {
    const { pattern, urlTemplate } = definition;
    this.regularExpression = RE2JS.compile(`${BEFORE}(${pattern})${AFTER}`);
    this.groupNames = Array.from(pattern.matchAll(GROUP_NAME), (match) => match[1] ?? '');
    this.template = parseTemplate(urlTemplate);
    this.prefix = literalPrefix(pattern);
  }

  /** The matches in a text, left to right (markdown.md 11.1). The character behind a match may be the one before the next. */
  *matches(text: string): Generator<LinkifierMatch> {
    let position = this.candidate(text, 0);
    if (position < 0) return;
    const matcher = this.regularExpression.matcher(text);
    while (position >= 0 && matcher.find(position)) {
      const start = matcher.start(LINK_GROUP);
      const end = matcher.end(LINK_GROUP);
      const before = matcher.end(BEFORE_GROUP);
      if (end > start) yield { start, end, url: this.template.expand(this.groups((name) => matcher.group(name))) };
      position = this.candidate(text, end > start ? end : before + 1);
    }
  }

  /** Where the next match can begin at the earliest: the character before the next prefix; negative if nowhere. */
  private candidate(text: string, from: number): number {
    if (from > text.length) return -1;
    const index = text.indexOf(this.prefix, from);
    return index < 0 ? -1 : Math.max(from, index - 1);
  }

  private groups(valueOf: (name: string) => string | null): Record<string, string> {
    const values: Record<string, string> = {};
    for (const name of this.groupNames) {
      const value = valueOf(name);
      if (value !== null) values[name] = value;
    }
    return values;
  }
}

/** Compiles linkifiers in configured order; done once per change of them. Those that do not compile are left out. */
export function compileLinkifiers(definitions: readonly LinkifierDefinition[]): CompiledLinkifier[] {
  return definitions.flatMap((definition) => {
    try {
      return [new CompiledLinkifier(definition)];
    } catch {
      return [];
    }
  });
}
