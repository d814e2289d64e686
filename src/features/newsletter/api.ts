import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/newsletter.ts';
import { previewNewsletter } from './contract/preview.ts';
import { previewNextIssue } from './service/issues.ts';
import {
  changeOwnPreferences,
  changePreferencesByLink,
  confirmSubscriptionByLink,
  endSubscriptionByLink,
  readPreferencesByLink,
  requestPreferencesLink,
  requestSubscription,
  unsubscribeOwn,
} from './service/subscriptions.ts';

export const newsletterApi: ImplementedCall[] = [
  implement(calls.subscribe, requestSubscription),
  implement(calls.confirmSubscription, confirmSubscriptionByLink),
  implement(calls.unsubscribe, unsubscribeOwn),
  implement(calls.unsubscribeByLink, endSubscriptionByLink),
  implement(calls.requestPreferences, requestPreferencesLink),
  implement(calls.changePreferences, changeOwnPreferences),
  implement(calls.readPreferences, readPreferencesByLink),
  implement(calls.savePreferences, changePreferencesByLink),
  implement(previewNewsletter, previewNextIssue),
];
