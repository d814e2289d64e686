import { fileUrls } from '#urls.ts';

/** Whether the site can be reached at the moment; asks for its smallest file. */
export function siteAnswers(): Promise<boolean> {
  return fetch(fileUrls.robots(), { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

const ASK_AGAIN_MILLISECONDS = 5000;

/** Asks every five seconds and when the browser says that it is online; gives a function that ends it. */
export function whenSiteAnswers(onAnswer: () => void): () => void {
  const ask = () => siteAnswers().then((hasAnswered) => hasAnswered && onAnswer());
  const timer = setInterval(ask, ASK_AGAIN_MILLISECONDS);
  window.addEventListener('online', ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', ask);
  };
}
