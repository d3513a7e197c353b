import type { DirectKey } from '../../../store/conversation';

/** Views whose menu says more than where they are. */
export type MenuView = 'inbox' | 'recent' | 'all_messages' | 'starred' | 'drafts';

/** What a menu is about. */
export type MenuSubject =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly key: DirectKey }
  | { readonly kind: 'view'; readonly fragment: string; readonly view?: MenuView; readonly isNamed?: boolean }
  | {
      readonly kind: 'section';
      readonly sectionKey: string;
      readonly folderId?: number;
      readonly channelIds: readonly number[];
    };
