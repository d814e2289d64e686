/**
 * Whether language models may be trained on the site's texts: never, or as the author of each story says. Either way it is a
 * request, which only programs that respect it obey.
 */
export const AI_TRAINING = ['refused', 'authors'] as const;
export type AiTraining = (typeof AI_TRAINING)[number];
