import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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

export default defineConfig({
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
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The Content-Security-Policy allows no data: addresses.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // All styles in one file load faster than a dozen requests before the first paint.
        cssCodeSplit: false,
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
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/app/entry-server.tsx', checks: { pluginTimings: false } },
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
});
