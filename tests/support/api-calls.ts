import type { FastifyInstance } from 'fastify';
import type { SignedInPerson } from './signed-in-person.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Makes requests to the API as a person, or without a session. */
export function apiCalls(app: FastifyInstance) {
  return async (person: SignedInPerson | undefined, method: Method, path: string, payload?: object) => {
    const headers = person?.headers ?? {};
    const response = await app.inject({ method, url: `/api${path}`, headers, payload });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  };
}
