import type { ParamSpec } from './param-spec';

/** Names under which the API sorts parameters that it knows by others. */
const SORTED_AS: Readonly<Record<string, string>> = {
  content: 'message_content',
  op: 'operation',
  to: 'req_to',
  topic: 'topic_name',
  type: 'req_type',
};

/**
 * The order in which parameters are read, of which the first missing or wrong one is reported: those of the path, then
 * the others by name.
 */
export function readingOrder(specs: readonly ParamSpec[]): ParamSpec[] {
  const key = ({ name, isInPath }: ParamSpec) => `${isInPath ? 0 : 1}${SORTED_AS[name] ?? name}`;
  return specs
    .map((spec) => ({ spec, key: key(spec) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ spec }) => spec);
}
