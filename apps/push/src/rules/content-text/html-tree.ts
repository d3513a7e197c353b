import { DomUtils, parseDocument } from 'htmlparser2';

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: object }>;

/** Parses rendered HTML into its top-level nodes. */
export function parseHtml(html: string): HtmlNode[] {
  return parseDocument(html).children;
}

export const isElement = (node: HtmlNode): node is HtmlElement => DomUtils.isTag(node);

export function classesOf(element: HtmlElement): string[] {
  return (element.attribs.class ?? '').split(/\s+/).filter((name) => name !== '');
}

export function hasClass(element: HtmlElement, name: string): boolean {
  return classesOf(element).includes(name);
}

/** The elements below that pass, in document order. */
export function elementsBelow(element: HtmlElement, test: (candidate: HtmlElement) => boolean): HtmlElement[] {
  return DomUtils.filter((node) => DomUtils.isTag(node) && test(node), element.children).filter(DomUtils.isTag);
}

/** All text below, as it stands. */
export function rawText(element: HtmlElement): string {
  return DomUtils.textContent(element);
}
