/** A user or channel as a narrow names it: by id, or by email or name. */
export type NarrowReference = number | string;

export type IsOperand = 'dm' | 'starred' | 'unread' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'muted';
export type InOperand = 'home' | 'all';
export type HasOperand = 'attachment' | 'image' | 'link' | 'reaction';
export type ChannelsOperand = 'public' | 'web-public' | 'archived';

/** What a term asks for; operators and operands in their current spelling (messages.md 9.2). */
export type NarrowCondition =
  | { operator: 'channel'; operand: NarrowReference }
  | { operator: 'channels'; operand: ChannelsOperand }
  /** '' is the empty topic. */
  | { operator: 'topic'; operand: string }
  | { operator: 'sender'; operand: NarrowReference }
  /** Whom the text itself mentions, aloud and by name. */
  | { operator: 'mentions'; operand: NarrowReference }
  /** The participants that were named; empty matches nothing. */
  | { operator: 'dm'; operand: readonly NarrowReference[] }
  | { operator: 'dm-including'; operand: NarrowReference }
  | { operator: 'group-pm-with'; operand: NarrowReference }
  | { operator: 'is'; operand: IsOperand }
  | { operator: 'in'; operand: InOperand }
  | { operator: 'has'; operand: HasOperand }
  | { operator: 'id'; operand: number }
  /** An anchor hint that filters nothing. */
  | { operator: 'near'; operand: string }
  | { operator: 'search'; operand: string }
  | { operator: 'with'; operand: number };

/** One term of a narrow. Terms are combined by AND; a negated one by AND NOT. */
export type NarrowTerm = NarrowCondition & { negated: boolean };
