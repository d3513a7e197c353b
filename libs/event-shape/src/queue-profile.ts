/** Client capabilities that change what a queue gets (realtime.md 1.3). */
export type QueueCapability =
  | 'bulk_message_deletion'
  | 'stream_typing_notifications'
  | 'user_settings_object'
  | 'linkifier_url_template'
  | 'user_list_incomplete'
  | 'include_deactivated_groups'
  | 'archived_channels'
  | 'empty_topic_name'
  | 'simplified_presence_events'
  | 'individual_emoji_changes'
  // No client says this: the gateway knows it.
  | 'browser_session';

/** The parts of a queue's description that decide which events it gets and in what form (realtime.md 5). */
export interface QueueProfile {
  /** Host (with port, if any) of the realm: part of the placeholder address of hidden senders. */
  readonly realmHost: string;
  /** null = every type; unknown names match nothing. */
  readonly eventTypes: readonly string[] | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean | 'partial';
  /** Pairs of operator and operand, all of which must hold (realtime.md 6.3). */
  readonly narrow: readonly (readonly [operator: string, operand: string])[];
  /** What is not there is not declared: queues of the last release do not know all. */
  readonly capabilities: Readonly<Partial<Record<QueueCapability, boolean>>>;
}

/** Bits of the 16 forms of a `message` event (realtime.md 6.4). */
export const MessageForm = { Html: 1, NoGravatar: 2, TopicFallback: 4, HiddenSender: 8 } as const;

/** A profile prepared for looking at many events. */
export class QueueShape {
  readonly types: ReadonlySet<string> | null;
  /** Which form of a `message` event it gets; the hidden sender is decided per user. */
  readonly messageForm: number;
  private readonly capabilities: ReadonlySet<string>;

  constructor(readonly profile: QueueProfile) {
    this.types = profile.eventTypes && new Set(profile.eventTypes);
    this.capabilities = new Set(
      Object.entries(profile.capabilities).flatMap(([name, declared]) => (declared ? [name] : [])),
    );
    this.messageForm =
      (profile.applyMarkdown ? MessageForm.Html : 0) |
      (profile.clientGravatar ? MessageForm.NoGravatar : 0) |
      (this.has('empty_topic_name') ? 0 : MessageForm.TopicFallback);
  }

  has(capability: QueueCapability): boolean {
    return this.capabilities.has(capability);
  }

  /** For a capability that a change names. */
  declares(capability: string): boolean {
    return this.capabilities.has(capability);
  }

  /** Whether events of the type reach the queue at all (realtime.md 6.2, first rule). */
  wantsType(type: string): boolean {
    return this.types === null || this.types.has(type) || type === 'heartbeat';
  }
}
