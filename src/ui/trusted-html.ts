interface PolicyRules {
  createHTML?(html: string): unknown;
  createScriptURL?(url: string): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy<Rules extends PolicyRules>(name: string, rules: Rules): Rules };
  }
}

// The policy header names it, so that whatever else would turn a text into elements is stopped by the browser.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy('nightstand-cleaned', { createHTML: (html) => html });

/** The one way from a text to elements: for HTML that the server has cleaned, and for documents that are never shown. */
export function trustedHtml(html: string): string {
  // React and the browser's parser hand it on as it is.
  return policy === undefined ? html : (policy.createHTML(html) as string);
}
