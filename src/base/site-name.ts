/** The name that the site has until its operator gives it another one. */
export const DEFAULT_SITE_NAME = 'Nightstand';

/** A browser reads it from the document, whose server has read it from the settings. */
let name = globalThis.document?.documentElement.dataset.site ?? DEFAULT_SITE_NAME;

/** The name of the site. A process serves one site, so every text takes it from here. */
export function siteName(): string {
  return name;
}

/** For the settings of the site alone. */
export function setSiteName(newName: string): void {
  name = newName;
}
