import { type Client, namesOf } from '../../client/client';
import { confirmDone } from '../../client/notices';
import { sanitizePasted } from '../../render/sanitize';
import { t } from '../../strings/strings';
import { insertText, replaceTyped, selectedIn } from '../text-edits';
import type { Uploads } from '../uploads';
import { type Candidate, candidatesFor, textForAddress } from './linkifier-text';
import { isInCode, linkFor, pastedAs } from './pasted';

/** From here on a text may rather be a file (web-details.md D.5). */
const LONG = 2000;
/** From here on it is asked before anything is typed. */
const VERY_LONG = 5000;
const FILE_NAME = 'PastedText.txt';

/** A long text that was pasted, and what can become of it. */
export interface LongPaste {
  /** Characters. */
  readonly count: number;
  readonly canAttach: boolean;
  paste(): void;
  attach(): void;
}

function fileOf(text: string): File {
  return new File([text], FILE_NAME, { type: 'text/plain' });
}

/** Formatting as messages write it: the plain text first, which is what undoing gives back. */
async function insertFormatted(area: HTMLTextAreaElement, plain: string, html: string): Promise<void> {
  insertText(area, plain);
  const { markdownOf } = await import('./rich-text');
  replaceTyped(area, plain, markdownOf(sanitizePasted(html)));
}

/** An address that a linkifier has a text for becomes that; undoing gives the address back. */
async function insertAddress(area: HTMLTextAreaElement, url: string, candidates: readonly Candidate[]): Promise<void> {
  insertText(area, url);
  const text = await textForAddress(candidates);
  if (text !== undefined) replaceTyped(area, url, text);
}

function offerFile(area: HTMLTextAreaElement, text: string, uploads: Uploads): void {
  confirmDone(t('paste.long', { count: text.length }), {
    text: t('paste.toFile'),
    run: () => {
      const from = area.value.lastIndexOf(text);
      if (from < 0) return;
      area.focus();
      area.setSelectionRange(from, from + text.length);
      insertText(area, '');
      uploads.add([fileOf(text)]);
    },
  });
}

interface Pasted {
  html: string;
  plain: string;
  uploads: Uploads;
  /** Asks what becomes of a very long text. */
  ask(paste: LongPaste): void;
}

/** Takes up what is pasted into a box. @returns whether the browser shall not paste it by itself */
export function pasteText(
  client: Pick<Client, 'store'>,
  area: HTMLTextAreaElement,
  { html, plain, uploads, ask }: Pasted,
): boolean {
  const text = plain.replaceAll('\r\n', '\n');
  if (text.length >= VERY_LONG) {
    const { selectionStart, selectionEnd } = area;
    const at = (work: () => void) => () => {
      area.focus();
      area.setSelectionRange(selectionStart, selectionEnd);
      work();
    };
    ask({
      ...{ count: text.length, canAttach: uploads.isAllowed },
      paste: at(() => insertText(area, text)),
      attach: at(() => uploads.add([fileOf(text)])),
    });
    return true;
  }
  if (text.length >= LONG) {
    insertText(area, text);
    offerFile(area, text, uploads);
    return true;
  }
  const selected = selectedIn(area);
  const link = linkFor(text, selected, { origin: location.origin, names: namesOf(client.store.get()) });
  if (link !== undefined) {
    insertText(area, text.trim());
    replaceTyped(area, text.trim(), link);
    return true;
  }
  const isPlaced = isInCode(selected) || selected.start !== selected.end;
  const candidates = isPlaced ? [] : candidatesFor(text.trim(), client.store.get().organization.realm_linkifiers);
  if (candidates.length > 0) {
    void insertAddress(area, text.trim(), candidates);
    return true;
  }
  const kind = isInCode(selected) ? 'plain' : pastedAs(html, text);
  if (kind === 'plain') return false;
  if (kind === 'formatted') void insertFormatted(area, text, html);
  else {
    insertText(area, text);
    replaceTyped(area, text, `\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\`\n`);
  }
  return true;
}
