import { Store } from '../../../store/store';

/** The picture or video that is looked at: of a message, and which of its own. */
export interface OpenMedia {
  readonly messageId: number;
  /** The first of the message unless given. */
  readonly url?: string;
}

export const openMedia = new Store<OpenMedia | undefined>(undefined);
