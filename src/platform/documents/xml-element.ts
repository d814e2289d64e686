import '../server-only.ts';
import { escapeXml } from './xml.ts';

/** A finished piece of XML. The class keeps it apart from text, which is escaped. */
export class XmlElement {
  readonly xml: string;

  constructor(xml: string) {
    this.xml = xml;
  }
}

type Attributes = Record<string, string | number | undefined>;

/** An element with its attributes and content; undefined ones are left out. */
export function element(
  name: string,
  attributes: Attributes,
  ...content: (XmlElement | string | undefined)[]
): XmlElement {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeXml(String(value))}"`))
    .join('');
  const inner = content
    .map((part) => (part instanceof XmlElement ? part.xml : escapeXml(part ?? '')))
    .join('');
  return new XmlElement(inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`);
}

export function xmlDocument({ xml }: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}
