/** What the service shows of the pages, pictures and films that a message links to (markdown.md 9). */
const PREVIEWS = ['message_inline_image', 'message_inline_video', 'message_embed', 'youtube-video', 'embed-video'];
const SELECTOR = PREVIEWS.map((name) => `.${name}`).join();
const IN_HTML = new RegExp(`class="[^"]*\\b(?:${PREVIEWS.join('|')})\\b`);

/** Whether a message shows anything of what it links to. */
export function hasPreviews(html: string): boolean {
  return IN_HTML.test(html);
}

function linkTo(address: string): HTMLElement {
  const paragraph = document.createElement('p');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  paragraph.append(link);
  return paragraph;
}

/** Takes away what a message shows of its links; a link that stood in its place alone is there again. */
export function hidePreviews(root: DocumentFragment): void {
  for (const preview of root.querySelectorAll(SELECTOR)) {
    const address = preview.querySelector('a[href]')?.getAttribute('href');
    preview.remove();
    const isLinked = [...root.querySelectorAll('a[href]')].some((link) => link.getAttribute('href') === address);
    if (address && !isLinked) root.append(linkTo(address));
  }
}
