import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { findHidden, getHidden, hideItem, nameHidden, setHidden, unhideItem } from './contract.ts';
import { findHiddenItems, hide, nameHiddenItems, readHidden, replaceHidden, unhide } from './service.ts';

export const hiddenApi: ImplementedCall[] = [
  implement(getHidden, readHidden),
  implement(setHidden, replaceHidden),
  implement(hideItem, hide),
  implement(unhideItem, unhide),
  implement(nameHidden, nameHiddenItems),
  implement(findHidden, findHiddenItems),
];
