import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

import { contractForBrowser } from './scripts/contract-for-browser.ts';
import { markdownDocuments } from './scripts/markdown-documents.ts';

/**
 * Removes React Router's names of components for developer tools: the assignments keep unused components in
 * the build, links, forms and prefetching, which are 3 kB of the script of every page.
 */
function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.js$/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = "[^"\n]*";$/gm, '')
          .replaceAll(/ = (React\$?\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ $1'),
    },
  };
}

/** Removes the sentences of React Router's checks, which are for developers: the checks stay. */
function withoutCheckMessages(): Plugin {
  return {
    name: 'without-check-messages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.js$/ },
      handler: (code) =>
        code.replaceAll(/((?:invariant|warning)\(.*), (?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\);$/gm, '$1);'),
    },
  };
}

/** Removes React Router's hooks for measuring, which nothing here uses, from the script of every page. */
function withoutInstrumentation(): Plugin {
  const names = [
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'instrumentHandler',
    'instrumentationResultMetaContext',
  ];
  return {
    name: 'without-instrumentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
      handler: () =>
        `const none = () => undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`,
    },
  };
}

/** The pages that readers go through most, in groups that share modules of their own. */
const READING_SCREENS = {
  chapter: ['chapters/screens/chapter-page'],
  story: ['stories/screens/story-page'],
  list: ['stories/screens/home-page', 'tags/screens/tag-page', 'authors/screens/author-page'],
  search: ['search/screens/search-page'],
};

/**
 * Puts the modules that the same of these pages share into one file: otherwise each shared component is a file, a request
 * and a dictionary of its own, thirty on a story's page. All styles that they share are one file, because styles hold up
 * the first paint.
 */
function readingChunks(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const closures = new Map<string, Set<string>>();
  function closureOf(screen: string, context: Rolldown.ChunkingContext): Set<string> {
    const known = closures.get(screen);
    if (known !== undefined) return known;
    const ids = new Set<string>();
    const add = (id: string) => {
      if (ids.has(id)) return;
      ids.add(id);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    add(`${import.meta.dirname}/src/features/${screen}.tsx`);
    closures.set(screen, ids);
    return ids;
  }
  return (id, context) => {
    // A screen stays the entry of a file.
    if (!id.startsWith(`${import.meta.dirname}/src/`) || /\/screens\/.*-page\.tsx$/.test(id)) return null;
    const uses = Object.entries(READING_SCREENS)
      .map(([kind, screens]) => ({
        kind,
        count: screens.filter((screen) => closureOf(screen, context).has(id)).length,
      }))
      .filter(({ count }) => count > 0);
    const isOfOnePage = uses.length === 1 && uses[0]?.count === 1;
    const isOfOneList = isOfOnePage && uses[0]?.kind === 'list';
    if (uses.length === 0 || isOfOneList) return null;
    return id.endsWith('.module.css') && !isOfOnePage
      ? 'reading-styles'
      : uses.map(({ kind }) => kind).join('-');
  };
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'public',
  plugins: [
    react(),
    contractForBrowser(),
    markdownDocuments(),
    withoutDisplayNames(),
    withoutCheckMessages(),
    withoutInstrumentation(),
  ],
  // Names of style sheets are unique (tests/house.test.ts); a hash in each class would be a fifth of all styles.
  css: {
    modules: {
      generateScopedName: (local, file) => `${basename(file.split('?')[0] ?? '', '.module.css')}_${local}`,
    },
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The Content-Security-Policy allows no data: addresses.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            client: 'src/app/entry-client.tsx',
            late: 'src/app/after-first-paint.ts',
            boot: 'src/ui/boot.ts',
            presses: 'src/ui/early-clicks.ts',
            worker: 'src/app/service-worker.ts',
          },
          // A build of four seconds needs no timings of its plugins.
          checks: { pluginTimings: false },
          output: {
            // Every page names seventy files; seven characters of a hash, the fewest allowed, tell their versions apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // Puts the shared start of every page into one file, which compresses better and is one request
            // instead of a dozen. It excludes the classic scripts, which can't import, and modules that wait
            // for the first paint.
            codeSplitting: {
              groups: [
                {
                  name: 'base',
                  tags: ['$initial'],
                  test: (id) =>
                    !/\/src\/(?:ui\/(?:boot|early-clicks)|app\/(?:after-first-paint|service-worker))\.ts$/.test(
                      id,
                    ),
                },
                // Their imports may belong to another file.
                { name: readingChunks(), includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // With its packages in one file, which loads faster than a thousand; development loads them as they are. React stays
      // outside, where the benchmarks measure it on its own.
      resolve: { noExternal: command === 'build' ? true : [], external: ['react', 'react-dom'] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/app/entry-server.tsx',
          checks: { pluginTimings: false },
          output: { codeSplitting: false },
        },
      },
    },
    // Bundles the server into a few files instead of twelve hundred: it starts in half the time (decision
    // 0010).
    site: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['@node-rs/argon2', '@resvg/resvg-js', 'harfbuzzjs', 'pg'] },
      build: {
        outDir: 'dist/site',
        copyPublicDir: false,
        emptyOutDir: true,
        minify: false,
        rolldownOptions: { input: 'src/main.ts', checks: { pluginTimings: false } },
      },
    },
  },
}));
