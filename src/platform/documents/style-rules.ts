import '../server-only.ts';

/** The declarations of a style that say something about words here; undefined where it says nothing. */
export interface TextStyle {
  italic?: boolean;
  bold?: boolean;
  align?: 'center' | 'right';
}

/** The styles of a stylesheet by their selectors, `.c1` and `span.c1`. */
export type StyleRules = ReadonlyMap<string, TextStyle>;

/** Books have a few kilobytes of styles; more come from a crafted file. */
const MAX_STYLESHEET_CHARACTERS = 500_000;

/**
 * The rules of a stylesheet for single classes. Converters write italics that way: Google Docs, InDesign, Calibre. Rules for
 * elements and for places in the page are the look of a book, and nobody’s emphasis.
 */
export function styleRulesOf(css: string): StyleRules {
  const rules = new Map<string, TextStyle>();
  for (const rule of withoutComments(css.slice(0, MAX_STYLESHEET_CHARACTERS)).split('}')) {
    const brace = rule.lastIndexOf('{');
    if (brace === -1) continue;
    const style = textStyleOf(rule.slice(brace + 1));
    if (Object.keys(style).length === 0) continue;
    const before = Math.max(rule.lastIndexOf('{', brace - 1), rule.lastIndexOf(';', brace - 1));
    const selectors = rule.slice(before + 1, brace);
    for (const selector of selectors.split(',')) {
      const [, tagName, name] = /^([a-z0-9]*)(\.[\w-]+)$/i.exec(selector.trim()) ?? [];
      if (tagName === undefined || name === undefined) continue;
      const key = tagName.toLowerCase() + name;
      rules.set(key, { ...rules.get(key), ...style });
    }
  }
  return rules;
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(`${part}*/`.indexOf('*/') + 2)))
    .join('');
}

export function textStyleOf(declarations: string): TextStyle {
  const style: TextStyle = {};
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase();
    if (property === 'font-style' && value !== 'inherit') style.italic = /^(?:italic|oblique)/.test(value);
    if (property === 'font-weight' && value !== 'inherit')
      style.bold = value.startsWith('bold') || Number(value) >= 600;
    if (property === 'text-align' && (value === 'center' || value === 'right')) style.align = value;
  }
  return style;
}
