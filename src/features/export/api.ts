import { type ImplementedCall, implementFile } from '#platform/http/implemented-call.ts';
import { exportData, exportStory } from './contract.ts';
import { exportAccount } from './service/account.ts';
import { exportOwnStory } from './service/story.ts';

export const exportApi: ImplementedCall[] = [
  implementFile(exportData, exportAccount),
  implementFile(exportStory, exportOwnStory),
];
