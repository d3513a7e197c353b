import { t } from '../strings/strings';

/** Makes the header of each spoiler a button that shows what it hides. */
export function decorateSpoilers(root: DocumentFragment): void {
  for (const block of root.querySelectorAll('.spoiler-block')) {
    const header = block.querySelector(':scope > .spoiler-header');
    const content = block.querySelector(':scope > .spoiler-content');
    if (!header || !content) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'spoiler-button';
    button.dataset.action = 'spoiler';
    button.setAttribute('aria-expanded', 'false');
    if (header.textContent.trim() === '') button.append(t('message.spoiler'));
    else button.append(...header.childNodes);
    header.replaceChildren(button);
    hide(content);
  }
}

function hide(content: Element): void {
  content.setAttribute('aria-hidden', 'true');
  content.setAttribute('inert', '');
}

/** Shows or hides what the button belongs to. @returns whether it is shown now */
export function toggleSpoiler(button: Element): boolean {
  const content = button.closest('.spoiler-block')?.querySelector(':scope > .spoiler-content');
  const isShown = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(isShown));
  if (!content) return isShown;
  if (isShown) {
    content.removeAttribute('aria-hidden');
    content.removeAttribute('inert');
  } else hide(content);
  return isShown;
}
