export { BatchingRedis } from './batching-redis';
export { KEEP_ALIVE_MS, LOOK_AT_CLUSTER_MS } from './connection-times';
