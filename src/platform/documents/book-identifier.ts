import '../server-only.ts';
import { createHash } from 'node:crypto';

/** A UUID that is the same for the same name, so that reading programs know a newer edition. */
export function bookIdentifier(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  const variant = `8${hash.slice(17, 20)}`;
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}-${hash.slice(20, 32)}`;
}
