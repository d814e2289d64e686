import type { FastifyInstance } from 'fastify';
import type { RemoteImages } from '#base/remote-images.ts';
import { trainingHeaders } from './training-rules.ts';

/**
 * No unsafe-inline and no nonce: pages are the same bytes for everyone and may be cached anywhere. img-src allows other
 * hosts because a reader may choose to see an author's picture.
 */
export const CONTENT_SECURITY_POLICY = policy('click');

function policy(remoteImages: RemoteImages): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${remoteImages === 'click' ? ' https:' : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Proof of work runs in a worker.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Only these policies may turn text into elements or script: ours for cleaned HTML and for the two workers, and the
    // editor's for pasted text.
    "require-trusted-types-for 'script'",
    'trusted-types nightstand-cleaned nightstand-worker nightstand-service-worker ProseMirrorClipboard',
  ].join('; ');
}

// Vite adds styles to the page by script and uses a socket.
const DEVELOPMENT_POLICY = "default-src 'self' 'unsafe-inline' https:; connect-src 'self' ws:";

export interface HeaderOptions {
  isHttps: boolean;
  isDevelopment: boolean;
  remoteImages: RemoteImages;
}

/** The headers of every response. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': options.isDevelopment ? DEVELOPMENT_POLICY : policy(options.remoteImages),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    rating: 'RTA-5042-1996-1400-1577-RTA',
    // The page of a story whose author allows it says otherwise.
    ...trainingHeaders(false),
  };
  if (options.isHttps) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  return headers;
}

export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const headers = securityHeaders(options);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
