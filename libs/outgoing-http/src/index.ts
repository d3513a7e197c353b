export { readAtMost } from './decoded-body';
export { mediaProxyKey } from './media-proxy-key';
export { OutgoingError } from './outgoing-error';
export { OutgoingHttp } from './outgoing-http';
export type { ExchangedAnswer, OutgoingExchange, OutgoingPost, OutgoingResponse, PostedAnswer } from './outgoing-http';
export { OutgoingHttpModule } from './outgoing-http.module';
export { OUTGOING_USER_AGENT } from './user-agent';
