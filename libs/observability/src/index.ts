export { FrameworkLogger, LOGGER, createLogger } from './logger';
export type { Logger } from './logger';
export { Metrics } from './metrics';
