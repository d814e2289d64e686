import { type ImplementedCall, implementFile } from '#platform/http/implemented-call.ts';
import { exportData } from './contract.ts';
import { exportAccount } from './service.ts';

export const exportApi: ImplementedCall[] = [implementFile(exportData, exportAccount)];
