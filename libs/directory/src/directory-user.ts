/** What decisions and events need to know of an account; personal settings beyond that stay in the database. */
export interface DirectoryUser {
  id: number;
  deliveryEmail: string;
  /** API email. */
  email: string;
  fullName: string;
  /** What is written to them is written in it, if there are texts in it. */
  language: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  isActive: boolean;
  isBot: boolean;
  botType: number | null;
  botOwnerId: number | null;
  canForgeSender: boolean;
  canCreateUsers: boolean;
  joinedAtSeconds: number;
  defaultSendingChannelId: number | null;
  avatarSource: string;
  avatarVersion: number;
  avatarKey: string | null;
  emailAddressVisibility: number;
  /** 1 participation, 2 send, 3 initiate, 4 never (messages.md 3, "Automatic topic policy"). */
  followTopicsPolicy: number;
  unmuteTopicsPolicy: number;
  followsWhereMentioned: boolean;
  /** always, except_followed or never (messages.md 5.7). */
  resolvedTopicNoticeAutoRead: string;
  /** Off: invisible mode (users.md 11). */
  presenceEnabled: boolean;
  sendsDirectTyping: boolean;
  sendsChannelTyping: boolean;
  receivesTyping: boolean;
  /** Whether `:)` and the like become emoji in what they write. */
  translatesEmoticons: boolean;
  alertWords: string[];
  mutedUserIds: number[];
}

/** The accounts of one realm at one version of `realm:ID:users`. */
export class RealmUsers {
  private emails: Map<string, DirectoryUser> | undefined;
  private muters: Map<number, number[]> | undefined;
  private alertWordOwners: Map<string, number[]> | undefined;
  private names: Map<string, DirectoryUser[]> | undefined;

  constructor(
    readonly version: number,
    readonly byId: ReadonlyMap<number, DirectoryUser>,
  ) {}

  get(userId: number): DirectoryUser | undefined {
    return this.byId.get(userId);
  }

  /** By API email or real address, regardless of case: whether an address is taken, not whom a user means. */
  byEmail(email: string): DirectoryUser | undefined {
    if (!this.emails) {
      this.emails = new Map();
      for (const user of this.byId.values()) {
        this.emails.set(user.deliveryEmail.toLowerCase(), user);
        this.emails.set(user.email.toLowerCase(), user);
      }
    }
    return this.emails.get(email.toLowerCase());
  }

  /** By API email alone: a real address that is hidden must not reveal whose it is. */
  byApiEmail(email: string): DirectoryUser | undefined {
    const user = this.byEmail(email);
    return user?.email.toLowerCase() === email.toLowerCase() ? user : undefined;
  }

  /** Accounts of exactly this full name, regardless of case: mentions name users so. */
  byFullName(fullName: string): readonly DirectoryUser[] {
    if (!this.names) {
      this.names = new Map();
      for (const user of this.byId.values()) append(this.names, user.fullName.toLowerCase(), user);
    }
    return this.names.get(fullName.toLowerCase()) ?? [];
  }

  /** Users who muted this one. */
  mutersOf(userId: number): readonly number[] {
    if (!this.muters) {
      this.muters = new Map();
      for (const user of this.byId.values()) for (const muted of user.mutedUserIds) append(this.muters, muted, user.id);
    }
    return this.muters.get(userId) ?? [];
  }

  /** Alert words of the realm's active users, in lower case, with whose they are. */
  alertWords(): ReadonlyMap<string, readonly number[]> {
    if (!this.alertWordOwners) {
      this.alertWordOwners = new Map();
      for (const user of this.byId.values()) {
        if (!user.isActive) continue;
        for (const word of user.alertWords) append(this.alertWordOwners, word.toLowerCase(), user.id);
      }
    }
    return this.alertWordOwners;
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
