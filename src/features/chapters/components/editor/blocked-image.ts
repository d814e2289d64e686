import Image from '@tiptap/extension-image';
import { cleanImageSource } from '#base/web-address.ts';
import { remoteImages } from '#ui/remote-images.ts';
import { BLOCKED_IMAGE_CLASS } from '../../parts/blocked-images.ts';

/** An inline picture. It is a labelled box until the author asks for it, so that opening a text fetches nothing. */
export const BlockedImage = Image.extend({
  addAttributes() {
    return {
      src: { default: '', parseHTML: (element) => cleanImageSource(srcOf(element)) ?? '' },
      alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
    };
  },

  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (cleanImageSource(srcOf(element)) === undefined ? false : null),
    },
  ],

  addNodeView() {
    return ({ node }) => {
      const box = document.createElement('span');
      box.className = BLOCKED_IMAGE_CLASS;
      const { src, alt } = node.attrs as { src: string; alt: string };
      const host = URL.canParse(src) ? new URL(src).host : '';
      const label = document.createElement('span');
      label.textContent = `Picture from ${host}${alt === '' ? '' : `: ${alt}`}.`;
      if (remoteImages() === 'off') {
        label.textContent += ' This site shows no pictures; readers see the description.';
        box.append(label);
        return { dom: box, ignoreMutation: () => true };
      }
      const show = document.createElement('button');
      show.type = 'button';
      show.textContent = 'Show picture';
      show.addEventListener('click', () => {
        const image = document.createElement('img');
        image.alt = alt;
        image.referrerPolicy = 'no-referrer';
        image.src = src;
        box.replaceChildren(image);
        box.classList.remove(BLOCKED_IMAGE_CLASS);
      });
      box.append(label, ' ', show);
      return {
        dom: box,
        // The button handles its own click; ProseMirror handles the rest of the box and selects it.
        stopEvent: (event) => event.target === show,
        ignoreMutation: () => true,
      };
    };
  },

  addInputRules: () => [],
}).configure({ inline: true });

function srcOf(element: HTMLElement): string | undefined {
  return element.getAttribute('src') ?? undefined;
}
