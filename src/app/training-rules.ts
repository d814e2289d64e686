import type { AiTraining } from '#base/ai-training.ts';

/**
 * Programs that gather texts to train language models, by the names that their operators publish. Those that only answer a
 * person's question, or build a search index, are not among them.
 */
const TRAINING_CRAWLERS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-ai',
  'cohere-training-data-crawler',
  'Diffbot',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'meta-externalagent',
  'Omgilibot',
  'PanguBot',
  'Timpibot',
  'webzio-extended',
];

/**
 * The headers that answer whether models may be trained on a response: Content-Usage (draft-ietf-aipref-attach) and
 * TDM-Reservation (W3C TDM Reservation Protocol, for article 4 of the European directive on copyright).
 */
export function trainingHeaders(isAllowed: boolean): Record<string, string> {
  return isAllowed
    ? { 'content-usage': 'train-ai=y', 'tdm-reservation': '0' }
    : { 'content-usage': 'train-ai=n', 'tdm-reservation': '1' };
}

/** The group of robots.txt that keeps crawlers for training away; empty if authors decide. */
export function trainingRules(aiTraining: AiTraining): string {
  if (aiTraining === 'authors') return '';
  const names = TRAINING_CRAWLERS.map((name) => `User-agent: ${name}\n`).join('');
  return `\n${names}Disallow: /\n`;
}
