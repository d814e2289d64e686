// Runs as a blocking classic script in <head>, before the first paint: the HTML is the same for every visitor, and this
// puts the visitor's own light and age confirmation on <html>, where the styles read them. No imports: it is served as is.
(() => {
  const root = document.documentElement;

  /** Storage throws where the visitor has blocked it; then the page behaves like at a first visit. */
  function remembered(key: string): string {
    try {
      return (window.localStorage.getItem(key) ?? '').trim().replace(/^["']+|["']+$/g, '');
    } catch {
      return '';
    }
  }

  root.dataset.js = '';
  const theme = remembered('theme');
  if (theme === 'lamp' || theme === 'paper') root.dataset.theme = theme;
  // Who is signed in must not see the links for strangers flash by; the menu itself follows with the script.
  if (remembered('token') !== '' && remembered('refreshToken') !== '') root.dataset.signedIn = '';
  if (remembered('contentWarningAccepted') !== 'true') root.dataset.warning = 'ask';

  // Answered here and not in React, so that the button works from the first paint, and even when the page's script fails.
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-accept-warning]') === null) return;
    try {
      window.localStorage.setItem('contentWarningAccepted', 'true');
    } catch {
      // Not remembered: asked again at the next visit.
    }
    delete root.dataset.warning;
  });

  // Forms with a method of `post` are sent by script alone. Sent before it is there, the page and all that was typed
  // would be gone; so it is only noted, and done as soon as the script has taken over (use-form.ts).
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      // By attribute: a field called `method` or `id` would stand in the place of the form's own.
      if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
      event.preventDefault();
      root.dataset.submitted = form.getAttribute('id') ?? '';
    },
    true,
  );
})();
