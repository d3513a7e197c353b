import { UserView, usersScope } from '@stoa/fragments';
import { looksDifferentToItself, userText } from '@stoa/wire-objects';
import { ArrayWriter } from '../state/state-writer';
import { UserBlock, entryRange } from './user-block';
import { UserSet } from './user-set';

export interface UserBlocksInput {
  users: UserSet;
  view: UserView;
  /** Active accounts, or the deactivated ones. */
  isActive: boolean;
  /** Null for spectators. */
  viewerId: number | null;
}

/**
 * Writes all users of a realm from shared texts; only the viewer's own entry belongs to this answer alone: viewers see
 * more of themselves than others do. The set must be encoded for the view.
 */
export function writeUserBlocks({ users, view, isActive, viewerId }: UserBlocksInput, elements: ArrayWriter): void {
  const own = viewerId === null ? undefined : users.find(viewerId);
  const ownText = own && looksDifferentToItself(own, view) ? userText(own, view, { isOwn: true }) : null;
  users.blocks.forEach((block: UserBlock, index) => {
    const encoded = block.encode(view);
    const list = isActive ? encoded.active : encoded.inactive;
    const { bytes, version } = list;
    const name = isActive ? String(index) : `${index}n`;
    const id = { scope: usersScope(view), name, version };
    const range = own && ownText !== null ? entryRange(list, own.id) : undefined;
    if (!range) return elements.fragment({ id, bytes });
    elements.pieces((answer) =>
      answer
        .part(id, bytes, [0, range[0]])
        .text(ownText ?? '')
        .part(id, bytes, [range[1], bytes.length]),
    );
  });
}
