import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { authorStories, getAuthor, listAuthors } from './contract.ts';
import { browseAuthors, listStoriesByUsername, readAuthor } from './service.ts';

export const authorsApi: ImplementedCall[] = [
  implement(listAuthors, browseAuthors),
  implement(getAuthor, readAuthor),
  implement(authorStories, listStoriesByUsername),
];
