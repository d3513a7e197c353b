import { LoggerService } from '@nestjs/common';
import pino, { Logger } from 'pino';
import { activeSpan } from './tracing/tracing';

/** Fields whose values never reach a log. */
const REDACTED = ['authorization', 'password', 'api_key', 'apiKey', '*.authorization', '*.password', '*.api_key'];

/**
 * The process's logger: JSON lines on standard output with service and replica, and, while serving a sampled request,
 * the ids of its trace and span.
 */
export function createLogger(options: { service: string; replica: number; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, replica: options.replica },
    redact: REDACTED,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => activeSpan()?.logFields ?? {},
  });
}

/** Lets the framework log through pino; its start-up chatter is kept at debug. */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
  fatal(message: unknown, stack?: string, context?: string): void {
    this.logger.fatal({ context, stack }, String(message));
  }
}

export type { Logger };

/** Injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('LOGGER');
