export { RawJson, requireActor } from './call-context';
export type { ActorContext, CallContext } from './call-context';
export { PassErrorsOn } from './error-filter';
export { NATS_CONNECTION, NatsUnreachableError, connectToNats, natsCredentials } from './nats-connection';
export type { NatsConnection } from './nats-connection';
export { RpcClient } from './rpc-client';
export { Handles, RpcServer } from './rpc-server';
export type { RpcServerHooks } from './rpc-server';
export { RemoteFault } from './wire';
