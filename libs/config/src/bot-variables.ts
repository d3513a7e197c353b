import { BooleanVariable } from './variables';

/** Whether bots may be embedded: the service that makes them and the one that runs them have the same value. */
export function EmbeddedBotsVariable(): PropertyDecorator {
  return BooleanVariable({
    default: false,
    doc: 'Whether people may make embedded bots, which run within the service.',
  });
}
