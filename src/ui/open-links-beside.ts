/**
 * Makes the links of a preview open in another tab, for `ref`: this one holds what is being written. Links to a place
 * in the preview, such as footnotes, stay as they are.
 */
export function openLinksBeside(preview: HTMLElement | null): void {
  for (const link of preview?.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])') ?? [])
    link.target = '_blank';
}
