/** Places whose text is not prose: code, mentions and links' targets are left alone. */
const OUTSIDE = 'code, pre, .user-mention, .user-group-mention, .topic-mention, .katex, time, .alert-word';

function patternOf(words: readonly string[]): RegExp {
  const alternatives = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A word of the reader's own list, escaped: no part of it is a pattern.
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
}

function wrapIn(text: Text, pattern: RegExp): void {
  const content = text.data;
  const pieces = document.createDocumentFragment();
  let end = 0;
  for (const match of content.matchAll(pattern)) {
    const mark = document.createElement('span');
    mark.className = 'alert-word';
    mark.textContent = match[0];
    pieces.append(content.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  if (end === 0) return;
  pieces.append(content.slice(end));
  text.replaceWith(pieces);
}

/** Marks whole words of the reader's list, whatever their case. */
export function wrapAlertWords(root: DocumentFragment, words: readonly string[]): void {
  const pattern = patternOf(words);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode instanceof Text && !currentNode.parentElement?.closest(OUTSIDE)) texts.push(currentNode);
  }
  for (const text of texts) wrapIn(text, pattern);
}
