/** Whether readers may load pictures from other hosts: after a click, or never on a site of text alone. */
export const REMOTE_IMAGES = ['click', 'off'] as const;
export type RemoteImages = (typeof REMOTE_IMAGES)[number];
