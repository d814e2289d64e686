import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { previewCover } from './contract.ts';
import { previewOwnCover } from './service/preview.ts';

export const coversApi: ImplementedCall[] = [implement(previewCover, previewOwnCover)];
