import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { listActivity } from './contract.ts';
import { readOwnActivity } from './service.ts';

export const activityApi: ImplementedCall[] = [implement(listActivity, readOwnActivity)];
