interface PolicyRules {
  createHTML?(html: string): unknown;
  createScriptURL?(url: string): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy<Rules extends PolicyRules>(name: string, rules: Rules): Rules };
  }
}

// The policy header names it, so the browser stops all other ways from text to elements.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy('nightstand-cleaned', { createHTML: (html) => html });

/** The only way from text to elements: for HTML that the server has cleaned, for documents that are never shown, and for a
 * head whose texts are escaped. */
export function trustedHtml(html: string): string {
  // React and the browser's parser pass it on unchanged.
  return policy === undefined ? html : (policy.createHTML(html) as string);
}
