import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/newsletter.ts';
import { previewNewsletter } from './contract/preview.ts';
import { previewLetter } from './service/issues.ts';
import {
  askToSubscribe,
  choosePreferences,
  choosePreferencesByLink,
  confirmByLink,
  leave,
  leaveByLink,
  preferencesByLink,
} from './service/subscriptions.ts';

export const newsletterApi: ImplementedCall[] = [
  implement(calls.subscribe, askToSubscribe),
  implement(calls.confirmSubscription, confirmByLink),
  implement(calls.unsubscribe, leave),
  implement(calls.unsubscribeByLink, leaveByLink),
  implement(calls.changePreferences, choosePreferences),
  implement(calls.readPreferences, preferencesByLink),
  implement(calls.savePreferences, choosePreferencesByLink),
  implement(previewNewsletter, previewLetter),
];
