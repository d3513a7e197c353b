export { RawJson } from './call-context';
export type { ActorContext, CallContext } from './call-context';
export { NATS_CONNECTION, NatsUnreachableError, connectToNats, natsCredentials } from './nats-connection';
export type { NatsConnection } from './nats-connection';
export { RpcClient } from './rpc-client';
export { Handles, contractHandlers } from './handles';
export { RpcServer } from './rpc-server';
export type { RpcServerHooks } from './rpc-server';
export { RemoteFault } from './wire';
