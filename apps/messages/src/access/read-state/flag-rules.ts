import { badRequest } from '@stoa/errors';
import type { EditableFlag } from '@stoa/read-state';

/** Flags that `POST /messages/flags` changes (messages.md 11). */
export type EditableFlagName = 'read' | EditableFlag;

const EDITABLE: readonly EditableFlagName[] = ['read', 'starred', 'collapsed', 'hide_link_previews'];

/** Flags that clients see and only the service sets. */
const NOT_EDITABLE: ReadonlySet<string> = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'has_alert_word',
  'historical',
  'force_expand',
  'force_collapse',
]);

/** @throws DomainError `Invalid flag: '…'`, `Flag not editable: '…'` */
export function editableFlag(flag: string): EditableFlagName {
  const found = EDITABLE.find((name) => name === flag);
  if (found) return found;
  throw badRequest(NOT_EDITABLE.has(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`);
}

/** @throws DomainError `Invalid message flag operation: '…'` */
export function flagOperation(op: string): 'add' | 'remove' {
  if (op === 'add' || op === 'remove') return op;
  throw badRequest(`Invalid message flag operation: '${op}'`);
}
