import '../server-only.ts';
import { attribute, elementsNamed, type MarkupElement, parseXml } from './markup.ts';
import { replaceBetween } from './replace-between.ts';

interface Emphasis {
  italic: boolean;
  bold: boolean;
}

const PLAIN: Emphasis = { italic: false, bold: false };

/** The styles of characters that the style map, or mammoth’s own, makes elements of. */
const MAPPED = /^(?:Strong|Emphasis|Intense Emphasis|Book Title|Verbatim Char)$/i;

const MAX_ANCESTORS = 20;

/** Writes the italics and the weight of a document’s styles into its runs: mammoth reads them nowhere else. */
export function emphasisWriter(styles: string): (xml: string) => string {
  const emphasis = emphasisByStyle(styles);
  if (emphasis.size === 0) return (xml) => xml;
  return (xml) =>
    xml
      .split(/(?=<w:p[ >])/)
      .map((paragraph) => withEmphasis(paragraph, emphasis))
      .join('');
}

function emphasisByStyle(styles: string): ReadonlyMap<string, Emphasis> {
  const byId = new Map(
    elementsNamed(parseXml(styles), 'w:style').map((style) => [attribute(style, 'w:styleid') ?? '', style]),
  );
  const emphasis = new Map<string, Emphasis>();
  for (const [id, style] of byId) {
    const own = emphasisOf(style, byId);
    if (own.italic || own.bold) emphasis.set(id, own);
  }
  return emphasis;
}

/** The italics of Word’s own quotations and the bold of its headings are part of how these look, and are nobody’s emphasis. */
function emphasisOf(style: MarkupElement, byId: ReadonlyMap<string, MarkupElement>): Emphasis {
  const type = attribute(style, 'w:type');
  const name = valueIn(style, 'w:name') ?? '';
  const counts = (counted: MarkupElement) =>
    type === 'character' ? !MAPPED.test(name) : attribute(counted, 'w:customstyle') === '1';
  let italic: boolean | undefined;
  let bold: boolean | undefined;
  let next: MarkupElement | undefined = type === 'character' || type === 'paragraph' ? style : undefined;
  for (let depth = 0; next !== undefined && counts(next) && depth < MAX_ANCESTORS; depth += 1) {
    italic ??= isOn(next, 'w:i');
    bold ??= isOn(next, 'w:b');
    next = byId.get(valueIn(next, 'w:basedon') ?? '');
  }
  return { italic: italic ?? false, bold: bold ?? false };
}

function valueIn(style: MarkupElement, name: string): string | undefined {
  const [element] = elementsNamed(style, name);
  return element && attribute(element, 'w:val');
}

function isOn(style: MarkupElement, name: string): boolean | undefined {
  const [element] = elementsNamed(style, name);
  return element && !/^(?:0|false|off)$/.test(attribute(element, 'w:val') ?? '');
}

const PARAGRAPH_STYLE = /<w:pStyle w:val="([^"]*)"/;
const RUN_STYLE = /<w:rStyle w:val="([^"]*)"/;

/** A paragraph of the document up to the next one. */
function withEmphasis(paragraph: string, emphasis: ReadonlyMap<string, Emphasis>): string {
  const of = (found: RegExpExecArray | null) => emphasis.get(found?.[1] ?? '') ?? PLAIN;
  const ofParagraph = of(PARAGRAPH_STYLE.exec(paragraph));
  const withProperties =
    ofParagraph === PLAIN
      ? paragraph
      : paragraph.replace(/<w:r(?: [^<>]*[^<>/])?>(?!<w:rPr)/g, '$&<w:rPr></w:rPr>');
  return replaceBetween(withProperties, '<w:rPr>', '</w:rPr>', (properties) => {
    const ofRun = of(RUN_STYLE.exec(properties));
    // Emphasis inside emphasis stands upright; what the run says itself is the last word.
    const added = [
      ofParagraph.bold !== ofRun.bold && !/<w:b[ />]/.test(properties) ? '<w:b/>' : '',
      ofParagraph.italic !== ofRun.italic && !/<w:i[ />]/.test(properties) ? '<w:i/>' : '',
    ];
    return properties.replace('</w:rPr>', `${added.join('')}</w:rPr>`);
  });
}
