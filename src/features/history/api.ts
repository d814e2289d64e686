import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { clearHistory, forgetChapter, getHistory, getHistoryChoice, setHistoryChoice } from './contract.ts';
import {
  changeHistoryChoice,
  clearOwnHistory,
  forgetOwnChapter,
  readHistoryChoice,
  readOwnHistory,
} from './service.ts';

export const historyApi: ImplementedCall[] = [
  implement(getHistory, readOwnHistory),
  implement(getHistoryChoice, readHistoryChoice),
  implement(setHistoryChoice, changeHistoryChoice),
  implement(clearHistory, clearOwnHistory),
  implement(forgetChapter, forgetOwnChapter),
];
