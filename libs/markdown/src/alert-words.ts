import type { AlertWordFinder } from './context';

export interface AlertWord {
  userId: number;
  word: string;
}

interface TrieNode {
  next: Map<number, TrieNode>;
  userIds: number[];
}

/** By code of the character; all are ASCII. */
function table(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (let index = 0; index < characters.length; index++) codes[characters.charCodeAt(index)] = 1;
  return codes;
}

const BEFORE = table(' \n(".,\';[*`>');
const AFTER = table(" \n)?:.,';]!*`");

/**
 * The alert words of an organization, ready to be searched for (markdown.md 12). Searching costs at most the length of
 * the text times the length of the longest word, and usually one step per word of the text.
 */
export class AlertWordIndex implements AlertWordFinder {
  private readonly root: TrieNode = { next: new Map(), userIds: [] };

  constructor(words: Iterable<AlertWord>) {
    for (const { userId, word } of words) this.add(userId, word.trim().toLowerCase());
  }

  private add(userId: number, word: string): void {
    if (word === '') return;
    let node = this.root;
    for (let index = 0; index < word.length; index++) {
      const unit = word.charCodeAt(index);
      let child = node.next.get(unit);
      if (child === undefined) {
        child = { next: new Map(), userIds: [] };
        node.next.set(unit, child);
      }
      node = child;
    }
    if (!node.userIds.includes(userId)) node.userIds.push(userId);
  }

  /** The users one of whose words occurs in the text, ascending. */
  usersIn(text: string): number[] {
    if (this.root.next.size === 0) return [];
    const lower = text.toLowerCase();
    let found: Set<number> | undefined;
    for (let start = 0; start < lower.length; start++) {
      // A word at index 1 matches after any first character.
      if (start > 1 && BEFORE[lower.charCodeAt(start - 1)] !== 1) continue;
      const node = this.root.next.get(lower.charCodeAt(start));
      if (node !== undefined) this.collectFrom(node, lower, start, (found ??= new Set()));
    }
    return found === undefined ? [] : [...found].sort((a, b) => a - b);
  }

  /** @param first the node of the character at `start` */
  private collectFrom(first: TrieNode, text: string, start: number, found: Set<number>): void {
    let node: TrieNode | undefined = first;
    for (let index = start; index < text.length; index++) {
      if (index > start) node = node.next.get(text.charCodeAt(index));
      if (node === undefined) return;
      if (node.userIds.length === 0) continue;
      if (index + 1 === text.length || AFTER[text.charCodeAt(index + 1)] === 1) {
        for (const userId of node.userIds) found.add(userId);
      }
    }
  }
}
