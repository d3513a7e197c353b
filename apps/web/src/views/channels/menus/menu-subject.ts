import type { DirectKey } from '../../../store/conversation';

/** What a menu is about. */
export type MenuSubject =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly key: DirectKey }
  | {
      readonly kind: 'section';
      readonly sectionKey: string;
      readonly folderId?: number;
      readonly channelIds: readonly number[];
    };
