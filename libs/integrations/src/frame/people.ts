import { randomBytes } from 'node:crypto';
import { plain } from './message-text';

/** An account here that a name of a tool means. */
export interface KnownPerson {
  userId: number;
  fullName: string;
}

/** Accounts by what tools call them, in lower case: user names, addresses of mail, ids. */
export type KnownPeople = ReadonlyMap<string, KnownPerson>;

const NOBODY: KnownPeople = new Map();

/** People whom one delivery notifies. */
const MOST_MENTIONED = 50;

/** What a tool calls somebody: whatever it says of them, of which any may be known. */
type Names = readonly (string | undefined)[];

/**
 * Turns names of a tool into mentions of those whom the bot's owner has said that they mean. Readers write places, which
 * no payload can guess; they become mentions after those of the payload were taken apart.
 */
export class People {
  private readonly mark = randomBytes(12).toString('hex');
  private readonly mentions: string[] = [];
  private readonly notified = new Set<number>();

  constructor(private readonly known: KnownPeople = NOBODY) {}

  /**
   * Somebody who has something to do now: notified, if known. Those beyond the first 50 are named silently.
   * @param shown where nobody is known by the names
   */
  mention(names: Names, shown: string): string {
    return this.written(names, shown, '@');
  }

  /** Somebody who has done something, and so need not be told. */
  name(names: Names, shown: string): string {
    return this.written(names, shown, '@_');
  }

  /** The content with the mentions in their places. */
  filled(content: string): string {
    return content.replace(
      new RegExp(`<${this.mark}/(\\d+)>`, 'g'),
      (_, index: string) => this.mentions[Number(index)] ?? '',
    );
  }

  private written(names: Names, shown: string, sign: '@' | '@_'): string {
    const person = this.personNamed(names);
    if (!person) return plain(shown);
    const index = this.mentions.push(`${this.signFor(person, sign)}**${person.fullName}|${person.userId}**`) - 1;
    return `<${this.mark}/${index}>`;
  }

  private signFor({ userId }: KnownPerson, sign: '@' | '@_'): '@' | '@_' {
    if (sign === '@' && this.notified.size < MOST_MENTIONED) this.notified.add(userId);
    return this.notified.has(userId) ? sign : '@_';
  }

  private personNamed(names: Names): KnownPerson | undefined {
    for (const name of names) {
      const person = name && this.known.get(name.toLowerCase());
      if (person) return person;
    }
    return undefined;
  }
}
