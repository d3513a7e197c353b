import type { AnswerTexts } from '../../access/answer-language';
import { COPY_SCRIPT, pasteScript, scriptSource } from './app-page-scripts';

/** A page and the policy under which browsers show it. */
export interface AppPage {
  html: string;
  headers: Record<string, string>;
}

/** Shown in the desktop app while the person signs in in the system's browser. */
export function pastePage({ tag, write }: AnswerTexts, isSecure: boolean): AppPage {
  const body =
    `<p>${escaped(write('page.appPasteText'))}</p>` +
    `<form hidden><label>${escaped(write('page.appPaste'))} <input name="token" autocomplete="off" spellcheck="false" required></label> ` +
    `<button>${escaped(write('page.continue'))}</button></form>` +
    `<p id="wrong" role="alert" hidden>${escaped(write('page.appPasteWrong'))}</p>` +
    `<p><a id="again" target="_blank" rel="noreferrer">${escaped(write('page.appOpen'))}</a></p>`;
  return page(tag, write('page.appPasteTitle'), body, pasteScript(isSecure));
}

/** Shown in the system's browser when the person has signed in. @param text for the app alone: see policy's desktopLoginText */
export function copyPage({ tag, write }: AnswerTexts, text: string): AppPage {
  const body =
    `<p>${escaped(write('page.appCopyText'))}</p>` +
    `<p><input id="text" readonly value="${escaped(text)}" aria-label="${escaped(write('page.appCopyTitle'))}"> ` +
    `<button id="copy" hidden>${escaped(write('page.appCopy'))}</button> ` +
    `<span id="copied" role="status" hidden>${escaped(write('page.appCopied'))}</span></p>`;
  return page(tag, write('page.appCopyTitle'), body, COPY_SCRIPT);
}

function page(tag: string, title: string, body: string, script: string): AppPage {
  const html =
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${body}</main>` +
    `<script>${script}</script></body></html>`;
  const policy = `default-src 'none'; script-src ${scriptSource(script)}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
  return {
    html,
    headers: {
      'cache-control': 'no-store',
      'content-language': tag,
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
