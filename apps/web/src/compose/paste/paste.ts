import { type Client, namesOf } from '../../client/client';
import { confirmDone } from '../../client/notices';
import { sanitizePasted } from '../../render/sanitize';
import { t } from '../../strings/strings';
import { insertText, selectedIn } from '../text-edits';
import type { Uploads } from '../uploads';
import { isInCode, linkFor, pastedAs } from './pasted';

/** From here on a text may rather be a file (web-details.md D.5). */
const LONG = 2000;
const FILE_NAME = 'PastedText.txt';

/** Types over what was typed before it, so that taking it back leaves that. */
function replaceTyped(area: HTMLTextAreaElement, typed: string, next: string): void {
  const end = area.selectionStart;
  if (next === typed || area.value.slice(end - typed.length, end) !== typed) return;
  area.setSelectionRange(end - typed.length, end);
  insertText(area, next);
}

/** Formatting as messages write it: the plain text first, which is what undoing gives back. */
async function insertFormatted(area: HTMLTextAreaElement, plain: string, html: string): Promise<void> {
  insertText(area, plain);
  const { markdownOf } = await import('./rich-text');
  replaceTyped(area, plain, markdownOf(sanitizePasted(html)));
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
      uploads.add([new File([text], FILE_NAME, { type: 'text/plain' })]);
    },
  });
}

/** Takes up what is pasted into a box. @returns whether the browser shall not paste it by itself */
export function pasteText(
  client: Pick<Client, 'store'>,
  area: HTMLTextAreaElement,
  { html, plain, uploads }: { html: string; plain: string; uploads: Uploads },
): boolean {
  const text = plain.replaceAll('\r\n', '\n');
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
  const kind = isInCode(selected) ? 'plain' : pastedAs(html, text);
  if (kind === 'plain') return false;
  if (kind === 'formatted') void insertFormatted(area, text, html);
  else {
    insertText(area, text);
    replaceTyped(area, text, `\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\`\n`);
  }
  return true;
}
