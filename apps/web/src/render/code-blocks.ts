import { parseTemplate } from 'url-template';
import { t } from '../strings/strings';
import type { Playground, RenderFacts } from './facts';

/** Gives code blocks their language and a button that copies them; they scroll inside themselves, by keys too. */
export function decorateCode(root: DocumentFragment, { playgrounds }: RenderFacts): void {
  for (const block of root.querySelectorAll('.codehilite')) {
    const code = block.querySelector('pre');
    if (!code) continue;
    code.tabIndex = 0;
    const language = block.getAttribute('data-code-language');
    code.setAttribute('role', 'group');
    code.setAttribute('aria-label', language ? t('message.codeIn', { language }) : t('message.code'));
    const tools = document.createElement('div');
    tools.className = 'code-tools';
    if (language) {
      const label = document.createElement('span');
      label.textContent = language;
      tools.append(label);
      tools.append(...playgroundLinks(playgrounds, language, code.textContent));
    }
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'code-copy';
    copy.dataset.action = 'copy-code';
    copy.textContent = t('message.copyCode');
    tools.append(copy);
    block.prepend(tools);
  }
}

/** Where the code of a block can be tried: addresses by the names of the pages. */
export function playgroundAddresses(
  playgrounds: readonly Playground[],
  language: string,
  code: string,
): readonly { readonly name: string; readonly href: string }[] {
  return playgrounds
    .filter(({ pygments_language }) => pygments_language.toLowerCase() === language.toLowerCase())
    .map(({ name, url_template }) => ({ name, href: parseTemplate(url_template).expand({ code }) }))
    .filter(({ href }) => /^https?:\/\//i.test(href));
}

function playgroundLinks(...of: Parameters<typeof playgroundAddresses>): HTMLElement[] {
  return playgroundAddresses(...of).map(({ name, href }) => {
    const link = document.createElement('a');
    link.className = 'code-playground';
    link.href = href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.textContent = t('message.playground', { name });
    return link;
  });
}

/** The text of the block that a button belongs to. */
export function codeOf(button: Element): string {
  return button.closest('.codehilite')?.querySelector('pre')?.textContent ?? '';
}
