// The service worker, only in browsers that keep stories (features/offline) or show notifications
// (features/push). It changes nothing while the network answers:
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
interface PushEvent extends WorkerEvent {
  data: { json(): unknown } | null;
}
interface NotificationEvent extends WorkerEvent {
  notification: Notification;
}
interface WindowClient {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
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

/** Shows a notice of the site (features/push/service/send.ts), in place of the one before. Its picture names nothing. */
async function showNotice(data: unknown): Promise<void> {
  const { title, body, path } = data as { title: string; body: string; path: string };
  await scope.registration.showNotification(title, {
    ...{ body, tag: 'news', icon: '/plain-192.png', badge: '/plain-192.png', data: path },
  });
}

/** Opens the page of a notification, in a window of the site if there is one. */
async function openNotice({ data }: Notification): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: 'window' });
  if (open === undefined) await scope.clients.openWindow(data);
  else await open.focus().then(() => open.navigate(data));
}

scope.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(showNotice(event.data.json()));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification));
});
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
