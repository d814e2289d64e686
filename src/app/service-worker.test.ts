import assert from 'node:assert/strict';
import { test } from 'node:test';

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const shown: [string, NotificationOptions][] = [];
const opened: string[] = [];
let windows: object[] = [];
const scope = {
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  registration: {
    showNotification: async (title: string, options: NotificationOptions) => {
      shown.push([title, options]);
    },
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (url: string) => opened.push(url),
  },
};
Object.assign(globalThis, { self: scope, SHELL: { version: 'test', page: '/kept', files: [] } });
await import('./service-worker.ts');

/** Lets the worker handle an event to its end. */
async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}

test('a message is shown with a neutral picture, in place of the one before', async () => {
  await dispatch('push', { data: { json: () => ({ title: 'Something new', body: '', path: '/updates' }) } });
  const picture = '/plain-192.png';
  const options = { body: '', tag: 'news', icon: picture, badge: picture, data: '/updates' };
  assert.deepEqual(shown, [['Something new', options]]);
  await dispatch('push', { data: null });
  assert.equal(shown.length, 1);
});

test('a press on it opens the updates, in a window of the site if there is one', async () => {
  let closed = 0;
  const notification = { data: '/updates', close: () => closed++ };
  await dispatch('notificationclick', { notification });
  assert.deepEqual(opened, ['/updates']);
  const steps: string[] = [];
  windows = [
    { focus: async () => steps.push('focus'), navigate: async (url: string) => steps.push(`to ${url}`) },
  ];
  await dispatch('notificationclick', { notification });
  assert.deepEqual(steps, ['focus', 'to /updates']);
  assert.deepEqual(opened, ['/updates']);
  assert.equal(closed, 2);
});
