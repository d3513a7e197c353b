const START = '\u0002';
const STOP = '\u0003';

/**
 * Turns the marks around what matched into spans (markdown.md 17.2). Inside a tag, where `<` outnumber `>` so far, the
 * marks only vanish: spans there would break the tag.
 */
export function highlightedHtml(marked: string): string {
  let isInTag = false;
  let isOpen = false;
  return marked.replace(/[<>\u0002\u0003]/g, (mark) => {
    switch (mark) {
      case '<':
      case '>':
        isInTag = mark === '<';
        return mark;
      case START:
        isOpen = !isInTag;
        return isOpen ? '<span class="highlight">' : '';
      case STOP: {
        const closes = isOpen;
        isOpen = false;
        return closes ? '</span>' : '';
      }
      default:
        return '';
    }
  });
}
