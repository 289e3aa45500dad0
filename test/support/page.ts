import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** The document of a page, by a parser that accepts no mistake. */
export function parsed(source: string): DefaultTreeAdapterTypes.Document {
  const mistakes: string[] = [];
  const document = parse(source, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }) => mistakes.push(`${code} at ${startLine}:${startCol}`),
  });
  if (mistakes.length > 0) throw new Error(`the page is not well-formed: ${mistakes.join(', ')}`);
  return document;
}

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);

/** All elements below a node, in the order of the document. */
export function elements(node: Node, match: (element: Element) => boolean = () => true): Element[] {
  return childrenOf(node).flatMap((child) => [
    ...('tagName' in child && match(child) ? [child] : []),
    ...elements(child, match),
  ]);
}

export const named = (node: Node, ...names: string[]): Element[] =>
  elements(node, ({ tagName }) => names.includes(tagName));

export const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attr) => attr.name === name)?.value;

export const withClass = (node: Node, name: string): Element[] =>
  elements(node, (element) => attribute(element, 'class')?.split(/\s+/).includes(name) === true);

export function byId(node: Node, id: string): Element {
  const [found] = elements(node, (element) => attribute(element, 'id') === id);
  if (found === undefined) throw new Error(`the page has no #${id}`);
  return found;
}

/** The text of a node, as it stands in the document. */
export function textIn(node: Node): string {
  return 'value' in node ? node.value : childrenOf(node).map(textIn).join('');
}

/** The text of a node in one line. */
export const flatText = (node: Node): string => textIn(node).replaceAll(/\s+/g, ' ').trim();

/** The names of elements and attributes, without any text or value. */
export const skeleton = (node: Node): string[] =>
  elements(node).map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '));
