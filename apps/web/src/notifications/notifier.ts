import type { ClientEvent } from '@stoa/contracts/events';
import type { Clock } from '../api/backoff';
import type { PolledEvent } from '../store/apply';
import type { Message } from '../store/message';
import { type Notifying, notifyingOf } from '../store/notifiable';
import type { State } from '../store/state';
import type { Store } from '../store/store';
import { mentionOf } from '../store/unread';
import type { Happenings, OpenNotification, Shown } from './desktop';
import { bodyOf, tagOf, titleOf } from './notification-text';

/** Tabs tell each other which messages are being read as they come. */
export interface SeenLine {
  post(messageId: number): void;
  listen(listener: (messageId: number) => void): void;
}

export interface NotifierOptions {
  store: Store<State>;
  clock: Clock;
  signal: AbortSignal;
  /** Whether this tab speaks for all tabs of the browser. */
  leads(): boolean;
  /** Whether the message appears before the eyes of who uses this tab. */
  isReading(message: Message): boolean;
  seen: SeenLine;
  textOf(message: Message): string;
  show(shown: Shown, happenings: Happenings): OpenNotification | undefined;
  play(sound: string): void;
  open(message: Message): void;
  /** Where the message is: an address from `#` on. */
  addressOf(message: Message): string;
  log(error: unknown): void;
}

/** Another tab has this long to say that the message is being read there. */
const OTHERS_SAY_MS = 200;

interface Group {
  ids: number[];
  open?: OpenNotification;
}

function isOf<T extends ClientEvent['type']>(
  event: PolledEvent,
  type: T,
): event is Extract<ClientEvent, { type: T }> & PolledEvent {
  return event.type === type;
}

/** Tells of messages beside the page (web-details.md J): one notification for each conversation, gone when it is read. */
export class Notifier {
  private readonly told = new Set<number>();
  private readonly seenElsewhere = new Set<number>();
  private readonly groups = new Map<string, Group>();

  constructor(private readonly options: NotifierOptions) {
    const { store, seen, signal } = options;
    seen.listen((id) => this.seenElsewhere.add(id));
    const unsubscribe = store.subscribe(() => this.closeRead());
    signal.addEventListener('abort', () => {
      unsubscribe();
      for (const { open } of this.groups.values()) open?.close();
    });
  }

  /** After events were applied to the store. */
  note(events: readonly PolledEvent[]): void {
    const due = events.flatMap((event) => this.messageOf(event) ?? []).filter((message) => this.isDue(message));
    if (due.length === 0) return;
    const { clock, signal, log } = this.options;
    const tell = async (): Promise<void> => {
      await clock.sleep(OTHERS_SAY_MS, signal);
      this.tell(due.map(({ id }) => id));
    };
    tell().catch((error: unknown) => {
      if (!signal.aborted) log(error);
    });
  }

  /** The message that an event may tell of: a new one, or one that mentions the user since it was edited. */
  private messageOf(event: PolledEvent): Message | undefined {
    const { messages } = this.options.store.get();
    if (isOf(event, 'message')) return messages.get(event.message.id);
    if (!isOf(event, 'update_message') || event.rendering_only || event.content === undefined) return undefined;
    const message = messages.get(event.message_id);
    return message && mentionOf(message.flags) ? message : undefined;
  }

  private isDue(message: Message): boolean {
    const { store, isReading, leads, seen } = this.options;
    if (this.told.has(message.id)) return false;
    const { isDesktop, isSound } = notifyingOf(store.get(), message);
    if (!isDesktop && !isSound) return false;
    this.told.add(message.id);
    if (!isReading(message)) return leads();
    seen.post(message.id);
    return false;
  }

  private tell(ids: readonly number[]): void {
    const { store, play } = this.options;
    const state = store.get();
    let hasSound = false;
    for (const id of ids) {
      const message = state.messages.get(id);
      if (!message || this.seenElsewhere.has(id)) continue;
      const { isDesktop, isSound }: Notifying = notifyingOf(state, message);
      if (isDesktop) this.show(state, message);
      hasSound ||= isSound;
    }
    if (hasSound) play(state.settings.notification_sound);
  }

  private show(state: State, message: Message): void {
    const { show, textOf, open, addressOf } = this.options;
    const tag = tagOf(message);
    const group: Group = this.groups.get(tag) ?? { ids: [] };
    group.ids.push(message.id);
    this.groups.set(tag, group);
    const messages = group.ids.flatMap((id) => state.messages.get(id) ?? []);
    const shown = {
      title: titleOf(state, messages),
      body: bodyOf(state, message, textOf(message)),
      tag,
      picture: state.users.get(message.sender_id)?.avatar_url,
      data: { messageId: message.id, hash: addressOf(message) },
    };
    const opened = show(shown, {
      onClick: () => open(message),
      // One that gave way to its successor closes too.
      onClose: () => group.open === opened && this.groups.delete(tag),
    });
    group.open = opened;
  }

  /** Takes away what was read, here or anywhere. */
  private closeRead(): void {
    if (this.groups.size === 0) return;
    const { unreadPlaces } = this.options.store.get();
    for (const [tag, group] of this.groups) {
      group.ids = group.ids.filter((id) => unreadPlaces.has(id));
      if (group.ids.length > 0) continue;
      this.groups.delete(tag);
      group.open?.close();
    }
  }
}
