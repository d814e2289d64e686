import { renderAsync } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { CoverWidth } from '#features/labels/contract/covers.ts';
import { limitConcurrency } from '#platform/html/limit-concurrency.ts';
import type { Cover } from './covers.ts';

/** Covers as PNG. A large one takes a tenth of a second of a thread, so few are drawn at once. */
export interface CoverPictures {
  draw(cover: Cover, width: CoverWidth): Promise<Outcome<Buffer>>;
}

const MAX_CACHED_BYTES = 24 * 1024 * 1024;
const DRAWING_LIMITS = { atOnce: 2, waiting: 24 };

export function createCoverPictures(): CoverPictures {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (picture) => picture.length,
  });
  const underWay = new Map<string, Promise<Buffer | undefined>>();
  const inTurn = limitConcurrency(DRAWING_LIMITS);

  async function drawNew(key: string, cover: Cover, width: CoverWidth): Promise<Buffer | undefined> {
    const picture = await inTurn(async () => pictureOf(await cover.svg(), width));
    if (picture !== undefined) drawn.set(key, picture);
    return picture;
  }

  return {
    async draw(cover, width) {
      const key = `${cover.version} ${width}`;
      const known = drawn.get(key);
      if (known !== undefined) return success(known);
      const drawing = underWay.get(key) ?? drawNew(key, cover, width).finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      const picture = await drawing;
      return picture === undefined
        ? failure('unavailable', 'Many covers are being drawn right now. Please try again in a moment.')
        : success(picture);
    },
  };
}

/** Lines of nothing but pictures in colour, for which servers have no font. Browsers show them. */
const EMOJI_LINES =
  /<text[^<>]*>[\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Join_Control}\p{Variation_Selector}\p{Me}]*<\/text>/gu;

/**
 * Draws in a thread of Node's pool. Fonts of the system are looked for only where the cover has lines in scripts that the
 * house's letters lack.
 */
async function pictureOf(drawing: string, width: CoverWidth): Promise<Buffer> {
  const svg = drawing.replaceAll(EMOJI_LINES, '');
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: svg.includes('<text'), defaultFontFamily: 'Noto Serif' },
  });
  return image.asPng();
}
