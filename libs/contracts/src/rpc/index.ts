/** Declarations of calls and endpoints: what they are made of, and the types that derive from them. */
export type { Actor } from './actor';
export { isCalled } from './define-endpoint';
export type { CalledEndpoint, DocumentedError, EndpointDeclaration, RequestOf, Surface } from './define-endpoint';
export { STORED_AS, defineRpc } from './define-rpc';
export type { CallerAuth, RpcContract, RpcRequest, RpcResponse } from './define-rpc';
