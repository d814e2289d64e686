// The service worker, only in browsers that keep stories (features/offline). It changes nothing while the network answers:
// pages and files come from the site, so nobody reads an outdated one. Without the network every address leads to one
// page, /kept, whose files are all that it stores. No imports: it is served as a classic script. The server puts SHELL
// before it (web-app.ts), so that each deployment is another worker.

/** The deployment, its page for reading without a network, and the files of that page. */
declare const SHELL: { version: string; page: string; files: string[] };

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

const scope = self as unknown as WorkerScope;
const CACHE = `shell ${SHELL.version}`;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const fresh = (path: string) => new Request(path, { cache: 'no-cache' });
  await cache.addAll([SHELL.page, ...SHELL.files].map(fresh));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function stored(path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? Response.error();
}

/** The kept page, which gets the address that was asked for behind its #. */
async function pageWithoutNetwork({ pathname }: URL): Promise<Response> {
  if (pathname === SHELL.page) return stored(pathname);
  return Response.redirect(`${SHELL.page}#${pathname}`);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => pageWithoutNetwork(url)));
  else if (SHELL.files.includes(url.pathname))
    event.respondWith(fetch(request).catch(() => stored(url.pathname)));
});

export {};
