import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getOverview } from './contract.ts';
import { readOverview } from './service.ts';

export const overviewApi: ImplementedCall[] = [implement(getOverview, readOverview)];
