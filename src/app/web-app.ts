import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isDiscreet, NEUTRAL_TITLE } from '#base/discreet.ts';
import { siteName } from '#base/site-name.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { fileUrls, urls } from '#urls.ts';
import type { PageAssets, PageRenderer } from './render.ts';

/** The modules of the page that works without a network, with those that it loads by itself. */
const SHELL_MODULES = [
  '/src/app/further-pages.ts',
  '/src/features/offline/screens/kept-page.tsx',
  '/src/features/offline/components/kept-stories.tsx',
  '/src/features/chapters/components/reading/reading-panel.tsx',
];

const NEUTRAL_FILES = ['/plain.svg', '/favicon.svg'];

interface WebAppOptions {
  renderer: PageRenderer;
  /** The built client's folder; undefined in development, which has no service worker. */
  clientFolder: string | undefined;
}

/** The manifest, by which browsers install the site, its icons, and the service worker of those that keep stories. */
export function registerWebApp(app: FastifyInstance, { renderer, clientFolder }: WebAppOptions): void {
  app.get(fileUrls.manifest(), (request, reply) => {
    const isNeutral = isDiscreet(request.headers.cookie);
    reply.type('application/manifest+json; charset=utf-8');
    reply.headers({ 'cache-control': isNeutral ? 'private, no-cache' : 'no-cache', vary: 'cookie' });
    return manifest(isNeutral);
  });

  registerIcons(app, clientFolder ?? installedPath('public'));

  let worker: Promise<string> | undefined;
  app.get(urls.serviceWorker(), async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    if (clientFolder === undefined) return reply.code(404).send();
    worker ??= workerScript(renderer.assetsOf(SHELL_MODULES), clientFolder);
    return reply.type('text/javascript; charset=utf-8').send(await worker);
  });
}

const DAY = 'max-age=86400';

/** The icons at the addresses that browsers try without a link; a page links to its own (titleTags in render.ts). */
function registerIcons(app: FastifyInstance, folder: string): void {
  app.get(fileUrls.icon(), async (request, reply) => {
    const isNeutral = isDiscreet(request.headers.cookie);
    reply.headers({ 'cache-control': `${isNeutral ? 'private' : 'public'}, ${DAY}`, vary: 'cookie' });
    return reply
      .type('image/x-icon')
      .send(await readFile(join(folder, `${isNeutral ? 'plain' : 'icon'}-48.ico`)));
  });
  // Phones ask for it without cookies, so it is the neutral one for everybody: it ends up on home screens.
  app.get(fileUrls.touchIcon(), async (_request, reply) => {
    reply.header('cache-control', `public, ${DAY}`);
    return reply.type('image/png').send(await readFile(join(folder, 'plain-maskable-512.png')));
  });
}

/** In discreet mode nothing on a home screen or in a list of apps tells what it is. */
function manifest(isNeutral: boolean) {
  const name = isNeutral ? NEUTRAL_TITLE : siteName();
  const icon = isNeutral ? 'plain' : 'icon';
  const picture = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/${icon}-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const drawn = { src: isNeutral ? '/plain.svg' : '/favicon.svg', sizes: 'any', type: 'image/svg+xml' };
  return {
    ...{ id: '/', name, short_name: name, start_url: '/', scope: '/', display: 'standalone' },
    ...(isNeutral ? {} : { description: 'Fiction for grown-ups, to be read by lamplight.' }),
    ...COLOURS,
    icons: [picture(192, 'any'), picture(512, 'any'), picture(512, 'maskable'), drawn],
  };
}

/** The ground of the dark theme (tokens.css), so that the app does not open with a flash. */
const COLOURS = { background_color: '#15110d', theme_color: '#15110d' };

async function workerScript(assets: PageAssets, clientFolder: string): Promise<string> {
  const { boot, earlyClicks, script, entry, modules, stylesheets, fonts, serviceWorker = '' } = assets;
  const own = [boot, earlyClicks, script ?? '', entry, ...modules, ...stylesheets, ...fonts];
  const files = [...new Set([...own, ...NEUTRAL_FILES])].filter((file) => file !== '');
  const code = await readFile(join(clientFolder, serviceWorker), 'utf8');
  const version = createHash('sha256').update(JSON.stringify(files)).update(code).digest('base64url');
  return `const SHELL = ${JSON.stringify({ version: version.slice(0, 12), page: urls.kept(), files })};\n${code}`;
}
