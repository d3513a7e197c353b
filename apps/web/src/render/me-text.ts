/** The text of a message that goes on after its sender's name (`/me waves`), without what says so. */
export function withoutMe(text: string): string {
  return text.replace(/^\s*\/me\s+/, '');
}

/** Takes the sign off the first words, which the rendering of the service leaves there (markdown.md). */
export function takeMeOff(root: DocumentFragment): void {
  const first = root.firstElementChild?.firstChild;
  if (first instanceof Text) first.data = withoutMe(first.data);
}
