import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { submitTakedown } from './contract.ts';
import { submitRequest } from './service/submission.ts';

export const takedownApi: ImplementedCall[] = [implement(submitTakedown, submitRequest)];
