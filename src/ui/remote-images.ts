import type { RemoteImages } from '#base/remote-images.ts';

/** The site's setting for pictures from other hosts, which the server puts on `<html>`. */
export function remoteImages(): RemoteImages {
  return document.documentElement.dataset.remoteImages === 'off' ? 'off' : 'click';
}
