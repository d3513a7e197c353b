import { t } from '../strings/strings';

/** Gives code blocks their language and a button that copies them; they scroll inside themselves, by keys too. */
export function decorateCode(root: DocumentFragment): void {
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

/** The text of the block that a button belongs to. */
export function codeOf(button: Element): string {
  return button.closest('.codehilite')?.querySelector('pre')?.textContent ?? '';
}
