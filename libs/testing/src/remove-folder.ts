import { rm } from 'node:fs/promises';
import { eventually } from './eventually';

/**
 * Removes a folder that servers used which were killed: a child of theirs may still be writing its last file, so that the
 * folder fills again while it is emptied.
 */
export async function removeFolder(folder: string): Promise<void> {
  await eventually(() => rm(folder, { recursive: true, force: true }).then(() => true));
}
