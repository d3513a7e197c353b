import type { Directory } from '@stoa/directory';
import { type Write, textsIn } from '@stoa/texts';

/** Writes what a user is to read, in their language. */
export function textsFor(directory: Directory, realmId: number, userId: number): Promise<Write> {
  return directory.decideConfirmed(realmId, async (view) => textsIn((await view.users()).get(userId)?.language ?? ''));
}
