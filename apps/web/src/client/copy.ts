import { t } from '../strings/strings';
import { confirmDone, notify } from './notices';

/** Puts text where other programs find it, and says whether that worked. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    confirmDone(done);
  } catch (error) {
    // The browser does not let the page write there.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    notify(t('message.notCopied'));
  }
}
