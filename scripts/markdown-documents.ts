import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Compiles the legal documents to modules, so that neither browser nor server has to read Markdown. */
export function markdownDocuments(): Plugin {
  return {
    name: 'nightstand:markdown-documents',
    enforce: 'pre',
    load: {
      filter: { id: /\/content\/[a-z-]+\.md(?:\?|$)/ },
      handler: async (id) => {
        const file = id.split('?')[0] ?? id;
        // The import is lazy, because Vite's configuration is bundled without the site's own modules.
        const { parseDocument } = await import('./parse-document.ts');
        try {
          const document = parseDocument(readFileSync(file, 'utf8'));
          return { code: `export default ${JSON.stringify(document)}`, moduleType: 'js', map: null };
        } catch (error) {
          throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
        }
      },
    },
  };
}
