export { NaiveReadState } from './naive-read-state';
export { History } from './history';
export type { HistoryMessage, HistoryOperation, HistorySize, HistoryStep, HistoryTarget } from './history';
export { historySteps } from './history.arbitrary';
