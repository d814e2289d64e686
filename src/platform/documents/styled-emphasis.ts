import '../server-only.ts';
import {
  attribute,
  elementsNamed,
  isElement,
  type MarkupDocument,
  type MarkupElement,
  type MarkupNode,
} from './markup.ts';
import { type StyleRules, styleRulesOf, type TextStyle, textStyleOf } from './style-rules.ts';

type TextNode = Extract<MarkupNode, { value: string }>;

interface Shown {
  italic: boolean;
  bold: boolean;
  /** Whether an element makes it so, which stays. */
  isEm: boolean;
  isStrong: boolean;
}

const PLAIN: Shown = { italic: false, bold: false, isEm: false, isStrong: false };
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const BOLD = new Set(['b', 'strong']);
/** Parts whose style is their look: the weight of a heading, the letters of code, the fonts of a page. */
const SKIPPED = new Set('h1 h2 h3 h4 h5 h6 pre code head style script'.split(' '));
/** Parts whose own style is their look, while what stands in them may be emphasised. */
const OWN_LOOK = new Set('html body blockquote li ul ol table tr td th'.split(' '));

/**
 * Gives words that only a style makes italic or bold the elements of emphasis, and styled lines their alignment. The rules of
 * linked stylesheets come before those of the document itself.
 */
export function markStyledEmphasis(document: MarkupDocument, linked: readonly StyleRules[] = []): void {
  const css = elementsNamed(document, 'style').flatMap(({ childNodes }) =>
    childNodes.map((node) => ('value' in node ? node.value : '')),
  );
  const rules = [...linked, styleRulesOf(css.join('\n'))];
  const stack = document.childNodes.filter(isElement).map((element) => ({ element, around: PLAIN }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { element } = next;
    if (SKIPPED.has(element.tagName)) continue;
    const shown = shownIn(element, next.around, rules);
    for (const [at, child] of element.childNodes.entries()) {
      if (isElement(child)) stack.push({ element: child, around: shown });
      else if (isText(child)) element.childNodes[at] = marked(child, element, shown);
    }
  }
}

const isText = (node: MarkupNode): node is TextNode => node.nodeName === '#text';

function shownIn(element: MarkupElement, shown: Shown, rules: readonly StyleRules[]): Shown {
  const { tagName } = element;
  const style = styleOf(element, rules);
  if (tagName === 'p' && style.align !== undefined && attribute(element, 'align') === undefined)
    element.attrs.push({ name: 'align', value: style.align });
  const isEm = shown.isEm || ITALIC.has(tagName);
  const isStrong = shown.isStrong || BOLD.has(tagName);
  if (OWN_LOOK.has(tagName)) return { ...shown, isEm, isStrong };
  return { italic: style.italic ?? shown.italic, bold: style.bold ?? shown.bold, isEm, isStrong };
}

function styleOf(element: MarkupElement, rules: readonly StyleRules[]): TextStyle {
  const style: TextStyle = {};
  const names = new Set((attribute(element, 'class') ?? '').split(/\s+/));
  for (const sheet of rules)
    for (const tagName of ['', element.tagName])
      for (const name of names) Object.assign(style, sheet.get(`${tagName}.${name}`));
  return Object.assign(style, textStyleOf(attribute(element, 'style') ?? ''));
}

/** The text in the elements of emphasis that it needs. */
function marked(text: TextNode, parent: MarkupElement, shown: Shown): MarkupNode {
  const names = [
    ...(shown.italic && !shown.isEm ? ['em'] : []),
    ...(shown.bold && !shown.isStrong ? ['strong'] : []),
  ];
  if (text.value.trim() === '') return text;
  return names.reduce<MarkupNode>((inner, tagName) => {
    const { namespaceURI } = parent;
    const element: MarkupElement = {
      ...{ nodeName: tagName, tagName, namespaceURI, attrs: [] },
      ...{ childNodes: [inner], parentNode: parent },
    };
    inner.parentNode = element;
    return element;
  }, text);
}
