import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { failureText } from '#ui/failure-text.ts';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  ownEndpoint,
  pushReadiness,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../components/own-subscription.ts';
import { addPushBrowser, getPush, type PushBrowser, pushMessages, removePushBrowser } from '../contract.ts';
import styles from './browser-notifications.module.css';

async function loadNotifications() {
  const [{ public_key, browsers }, endpoint] = await Promise.all([callApi(getPush, {}), ownEndpoint()]);
  const isOwn = (browser: PushBrowser) => browser.endpoint === endpoint;
  // One of a session that has ended would keep the service worker for nothing.
  if (endpoint !== undefined && !browsers.some(isOwn)) await unsubscribeBrowser();
  return {
    publicKey: public_key,
    own: browsers.find(isOwn),
    others: browsers.filter((browser) => !isOwn(browser)),
    readiness: pushReadiness(),
  };
}

const reasons = {
  unsupported:
    'This browser can’t show notifications. On an iPhone or iPad, add the site to the home screen first and open it there.',
  refused:
    'This browser refuses notifications from this site. Allow them in its settings, then reload this page.',
};

/** Turns notifications about followed things on and off, in this browser and in others. */
export function BrowserNotifications() {
  const loaded = useLoaded('notifications', loadNotifications);
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <LoadedPart
        loaded={loaded}
        label="Loading your notifications"
        lines={3}
        failed={pushMessages.loadFailed}
      >
        {(data) => <Notifications {...data} onChanged={loaded.reload} />}
      </LoadedPart>
    </section>
  );
}

type NotificationsProps = Awaited<ReturnType<typeof loadNotifications>> & { onChanged: () => void };

function Notifications({ publicKey, own, others, readiness, onChanged }: NotificationsProps) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();

  async function run(action: () => Promise<string | undefined>) {
    setBusy(true);
    try {
      const message = await action();
      if (message !== undefined) toast.show({ kind: 'success', message });
    } catch (error) {
      // The browser's own errors come from asking its vendor.
      const isVendors = error instanceof DOMException;
      const message = isVendors ? pushMessages.unreachable : failureText(error, pushMessages.failed);
      toast.show({ kind: 'error', message });
    }
    setBusy(false);
    onChanged();
  }
  const turnOn = () =>
    run(async () => {
      const subscription = await subscribeBrowser(publicKey);
      if (subscription === undefined) return undefined;
      await callApi(addPushBrowser, subscription);
      return pushMessages.turnedOn;
    });
  const turnOff = ({ id }: PushBrowser) =>
    run(async () => {
      await callApi(removePushBrowser, { id });
      await unsubscribeBrowser();
      return pushMessages.turnedOff;
    });
  const remove = ({ id }: PushBrowser) =>
    run(async () => {
      await callApi(removePushBrowser, { id });
      return pushMessages.removed;
    });

  return (
    <>
      <p className={styles.quiet}>
        A browser can tell you when there is something new in what you follow, until you log out there. The
        notification says only “Something new”, unless you have chosen titles. It is encrypted for your
        browser and relayed by the company that makes it, which can’t read it, but sees that it comes from
        this site.
      </p>
      {own !== undefined ? (
        <div className={styles.row}>
          <span>On in this browser since {formatDate(own.created_at)}</span>
          <Button size="small" disabled={isBusy} onClick={() => void turnOff(own)}>
            Turn Off
          </Button>
        </div>
      ) : readiness === 'ready' ? (
        <div>
          <Button disabled={isBusy} onClick={() => void turnOn()}>
            Notify This Browser
          </Button>
        </div>
      ) : (
        <p>{reasons[readiness]}</p>
      )}
      {others.length > 0 && (
        <List className={styles.list}>
          {others.map((browser) => (
            <li key={browser.id} className={styles.row}>
              <span>
                Another browser, through {browser.service}, since {formatDate(browser.created_at)}
              </span>
              <Button size="small" disabled={isBusy} onClick={() => void remove(browser)}>
                Turn Off
              </Button>
            </li>
          ))}
        </List>
      )}
    </>
  );
}
