export { FrameworkLogger, LOGGER, createLogger } from './logger';
export type { Logger } from './logger';
export { callerOfWork, causeOfWork, forAll, forCaller, inBackground } from './work-context';
export type { Caller, WorkCause } from './work-context';
export { meterCache } from './cache-metrics';
export type { CacheUse } from './cache-metrics';
export { Metrics } from './metrics';
export { BatchSpans } from './tracing/batch-spans';
export type { TracedItem } from './tracing/batch-spans';
export {
  activeSpan,
  activeTrace,
  isTracing,
  startChildSpan,
  startRemoteSpan,
  startRequestSpan,
  traced,
} from './tracing/tracing';
export { startTracing } from './tracing/start-tracing';
export type { Tracing, TracingOptions } from './tracing/start-tracing';
export type { SpanOptions, TraceRole } from './tracing/tracing';
export type { TraceParent, TraceSpan } from './tracing/trace-span';
