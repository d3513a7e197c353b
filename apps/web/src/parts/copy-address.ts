import { copyText } from '../client/copy';
import { t } from '../strings/strings';

/** Copies the whole address of a view, for other programs. */
export function copyAddress(hash: string): void {
  void copyText(`${location.origin}/${hash}`, t('message.linkCopied'));
}
