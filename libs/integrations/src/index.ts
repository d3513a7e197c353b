export type { Integration } from './frame/declaration';
export type { Delivery } from './frame/delivery';
export { readDelivery } from './frame/read-delivery';
export type { DeliveryReading } from './frame/read-delivery';
export { INTEGRATIONS, integrationNamed } from './registry';
export { plain, withoutMentions } from './frame/message-text';
