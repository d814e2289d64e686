export const publishDraftMessages = {
  published: 'Story published',
  waiting: 'Your story is waiting: its page says for what',
  failed: 'Failed to publish story',
};
