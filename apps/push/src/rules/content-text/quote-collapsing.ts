import { HtmlElement, HtmlNode, elementsBelow, hasClass, isElement, rawText } from './html-tree';

/** Stands for quotes that were left out. */
const COLLAPSED = '[…]';

/**
 * Leaves quotes and their lead-ins out of a message that also says something of its own (push.md 5.4).
 * @returns top-level nodes, with the text `[…]` in place of each run of quotes
 */
export function collapseQuotes(nodes: readonly HtmlNode[], realmUrl: string): (HtmlNode | string)[] {
  const isQuote = new Map(nodes.filter(isElement).map((element) => [element, isCollapsible(element, realmUrl)]));
  const verdicts = [...isQuote.values()];
  if (!verdicts.includes(true) || !verdicts.includes(false)) return [...nodes];
  const kept: (HtmlNode | string)[] = [];
  let isInRun = false;
  for (const node of nodes) {
    const collapsible: boolean = isElement(node) ? isQuote.get(node) === true : isInRun && isBlank(node);
    if (collapsible && !isInRun) kept.push(COLLAPSED);
    if (!collapsible) {
      // The line break between the run and what follows belonged to the run.
      if (isInRun) kept.push('\n');
      kept.push(node);
    }
    isInRun = collapsible;
  }
  return kept;
}

function isBlank(node: HtmlNode): boolean {
  return node.type === 'text' && 'data' in node && node.data.trim() === '';
}

function isCollapsible(element: HtmlElement, realmUrl: string): boolean {
  return element.name === 'blockquote' || (element.name === 'p' && isLeadIn(element, realmUrl));
}

/** "Ada Byron said:" as clients put it above a quote: one mention of a user, one link to a message, a colon. */
function isLeadIn(paragraph: HtmlElement, realmUrl: string): boolean {
  const mentions = elementsBelow(paragraph, (element) => hasClass(element, 'user-mention'));
  const links = elementsBelow(paragraph, ({ name }) => name === 'a');
  const [mention] = mentions;
  const [link] = links;
  if (!mention || !link || mentions.length > 1 || links.length > 1) return false;
  if (!isLinkToMessage(link.attribs.href ?? '', realmUrl)) return false;
  const rest = rawText(paragraph).replace(rawText(mention), '').replace(rawText(link), '');
  return /^\s*[:：]\s*$/.test(rest);
}

function isLinkToMessage(href: string, realmUrl: string): boolean {
  const local = href.startsWith(realmUrl) ? href.slice(realmUrl.length) : href;
  return /^\/?#narrow\/.*\/(?:near|with)\/\d+$/.test(local);
}
