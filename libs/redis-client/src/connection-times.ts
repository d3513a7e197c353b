/** A server whose node is lost says nothing: so long (ms) after the last word it is asked whether it is there. */
export const KEEP_ALIVE_MS = 10_000;
/** The servers of a cluster are asked so often (ms) which of them has what: one that is lost cannot say that it has not. */
export const LOOK_AT_CLUSTER_MS = 2_000;
