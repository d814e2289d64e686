import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  createSeries,
  deleteSeries,
  editSeries,
  getSeries,
  listSeries,
  setSeriesStories,
} from './contract.ts';
import {
  changeOwnSeries,
  createOwnSeries,
  listOwnSeries,
  readSeries,
  removeOwnSeries,
  setOwnSeriesStories,
} from './service.ts';

export const seriesApi: ImplementedCall[] = [
  implement(listSeries, listOwnSeries),
  implement(getSeries, readSeries),
  implement(createSeries, createOwnSeries),
  implement(editSeries, changeOwnSeries),
  implement(setSeriesStories, setOwnSeriesStories),
  implement(deleteSeries, removeOwnSeries),
];
