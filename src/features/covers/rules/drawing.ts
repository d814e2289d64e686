import { escapeHtml } from '#base/text.ts';

/** A cover as shapes, drawn in this order. SVG files, pictures and the preview in the form are made of it. */
export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
  /** Lines in scripts that the house's letters lack; the reader's device has fonts for them. */
  texts: DrawnText[];
}

export interface Shape {
  d: string;
  fill?: string;
  /** The colour and width of its outline, whose ends are round. */
  stroke?: string;
  stroke_width?: number;
  opacity?: number;
}

export interface DrawnText {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  fill: string;
  /** The part of the line that is at x, as it is seen: words from right to left end at the left. */
  anchor: 'start' | 'middle' | 'end';
}

/** Fonts for lines that the house's letters can't set, by the names that they have on readers' devices. */
export const FALLBACK_FONTS =
  "'Noto Serif', 'Noto Serif CJK SC', 'Noto Serif CJK JP', 'Source Han Serif', 'Songti SC', 'Hiragino Mincho ProN', serif";

/** A drawing as an SVG file without references to anything outside of it. */
export function svgOf({ width, height, shapes, texts }: Drawing, title: string): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXmlText(title)}</title>`,
    ...shapes.map(({ d, fill = 'none', stroke, stroke_width, opacity }) => {
      const outline =
        stroke === undefined
          ? ''
          : ` stroke="${stroke}" stroke-width="${stroke_width ?? 1}" stroke-linecap="round" stroke-linejoin="round"`;
      return `<path d="${d}" fill="${fill}"${outline}${opacity === undefined ? '' : ` opacity="${opacity}"`}/>`;
    }),
    ...texts.map(
      ({ text, x, y, size, fill, anchor }) =>
        `<text x="${x}" y="${y}" font-family="${FALLBACK_FONTS}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" unicode-bidi="plaintext">${escapeXmlText(text)}</text>`,
    ),
    '</svg>\n',
  ].join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold these characters, in any form.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXmlText(text: string): string {
  return escapeHtml(text.toWellFormed().replaceAll(NOT_IN_XML, ''));
}
