import { Type } from '@sinclair/typebox';
import { NO_CAPABILITIES } from '@stoa/contracts';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringListParam } from '@stoa/http-params';

type CapabilityName = keyof typeof NO_CAPABILITIES;

/** Unknown names are dropped (realtime.md 1.3). */
const CapabilitiesSchema = Type.Object(
  Object.fromEntries(Object.keys(NO_CAPABILITIES).map((name) => [name, Type.Optional(Type.Boolean())])),
);

/** Parameters of POST /register (realtime.md 1.1). */
export class RegisterParams {
  @BooleanParam({ name: 'apply_markdown', default: false, doc: 'Messages in events carry HTML instead of source.' })
  applyMarkdown!: boolean;

  @BooleanParam({
    name: 'client_gravatar',
    optional: true,
    doc: 'Leave out avatars that the client can compute; true unless anonymous.',
  })
  clientGravatar?: boolean;

  @EnumParam(['true', 'false', 'partial'], {
    text: 'short',
    name: 'include_subscribers',
    default: 'false',
    doc: 'Whether each channel lists its subscribers; `partial` shortens the lists of large channels.',
  })
  includeSubscribers!: 'true' | 'false' | 'partial';

  @BooleanParam({ name: 'slim_presence', default: false, doc: 'Presences by user ID, in the modern format.' })
  slimPresence!: boolean;

  @IntegerParam({
    name: 'presence_history_limit_days',
    default: 14,
    doc: 'Age of the oldest presence, in days; 0 is no presence data.',
  })
  presenceHistoryLimitDays!: number;

  @StringListParam({
    name: 'event_types',
    optional: true,
    doc: 'Types of events that the queue takes; all unless given.',
  })
  eventTypes?: string[];

  @StringListParam({
    name: 'fetch_event_types',
    optional: true,
    doc: 'Parts of the state to return; those of `event_types` unless given.',
  })
  fetchEventTypes?: string[];

  @BooleanParam({ name: 'all_public_streams', optional: true, doc: 'Also messages of every public channel.' })
  allPublicStreams?: boolean;

  @JsonParam(CapabilitiesSchema, {
    name: 'client_capabilities',
    optional: true,
    doc: 'What the client can do; unknown names are ignored.',
  })
  clientCapabilities?: Partial<Record<CapabilityName, boolean>>;

  @JsonParam(Type.Array(Type.Tuple([Type.String(), Type.String()])), {
    name: 'narrow',
    optional: true,
    doc: 'Which messages the queue takes: pairs of operator and operand, all of which must hold.',
  })
  narrow?: [string, string][];

  @IntegerParam({
    name: 'queue_lifespan_secs',
    default: 0,
    doc: 'Seconds that the queue lives without a poll; 0 is ten minutes.',
  })
  queueLifespanSecs!: number;
}
