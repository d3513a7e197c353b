import type { Integration } from '../frame/declaration';
import { bullets, enumeration, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';
import { refusals } from '../frame/refusals';
import { hmacOfTimeAndBody, listedValues } from '../frame/signatures';

const HEADER = 'stripe-signature';
/** Events that are worth a message. */
const WORDS: Readonly<Record<string, string>> = {
  'charge.failed': ':alert: Charge failed',
  'charge.refunded': ':info: Charge refunded',
  'charge.dispute.created': ':alert: Dispute opened',
  'charge.dispute.closed': ':info: Dispute closed',
  'invoice.payment_failed': ':alert: Payment of an invoice failed',
  'invoice.paid': ':check: Invoice paid',
  'customer.subscription.created': ':info: Subscription created',
  'customer.subscription.updated': ':info: Subscription updated',
  'customer.subscription.deleted': ':info: Subscription ended',
  'payout.failed': ':alert: Payout failed',
};
/** Currencies without minor units. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** Currencies whose minor unit is a thousandth. */
const THOUSANDTHS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
/** Where the amount that an event is about has a name of its own. */
const AMOUNTS: Readonly<Record<string, string | undefined>> = {
  'charge.refunded': 'amount_refunded',
  'invoice.paid': 'amount_paid',
};
const MOST_CHANGES = 10;

export const stripe: Integration = {
  name: 'stripe',
  displayName: 'Stripe',
  setup:
    'In the Stripe dashboard, open **Developers**, **Webhooks**, **Add endpoint**, enter `{{url}}`, choose the events below, ' +
    'and use the signing secret of the endpoint as the secret.',
  events: Object.keys(WORDS),
  signature: hmacOfTimeAndBody(
    'HMAC-SHA256 of time, full stop and body in the header `Stripe-Signature`',
    (headers) => ({
      time: listedValues(headers[HEADER], 't')[0] ?? '',
      signatures: listedValues(headers[HEADER], 'v1'),
    }),
  ),
  deliveryId: (_delivery, payload) => payload.optionalText('id'),
  read(payload) {
    const event = payload.text('type');
    const words = Object.hasOwn(WORDS, event) ? WORDS[event] : undefined;
    if (words === undefined) throw refusals.unsupportedEvent('Stripe', event);
    const object = payload.node('data.object');
    const isTest = payload.has('livemode') && !payload.flag('livemode');
    const details = bullets([
      ['Amount', amountOf(object, event)],
      ['Status', plain(object.optionalText('status') ?? '')],
      ['Reason', plain(object.optionalText('failure_message') ?? object.optionalText('reason') ?? '')],
      ['Changed', changesOf(payload)],
      ['Object', plain(object.optionalText('id') ?? '')],
    ]);
    const customer = object.optionalText('customer_email') ?? object.optionalText('customer');
    const topic = customer ?? event.split('.')[0] ?? event;
    return [{ event, topic, content: `${words}${isTest ? ' (test mode)' : ''}\n${details}`.trimEnd() }];
  },
  samples: [
    {
      name: 'A subscription changed',
      body: {
        id: 'evt_2',
        type: 'customer.subscription.updated',
        livemode: true,
        data: {
          object: { id: 'sub_1', customer: 'cus_1', status: 'active', currency: 'eur' },
          previous_attributes: { items: {}, quantity: 3 },
        },
      },
    },
    {
      name: 'A payment failed',
      body: {
        id: 'evt_1',
        type: 'invoice.payment_failed',
        livemode: false,
        data: {
          object: {
            id: 'in_1',
            customer: 'cus_1',
            customer_email: 'ada@example.com',
            amount_due: 1999,
            currency: 'eur',
            status: 'open',
          },
        },
      },
    },
  ],
};

function amountOf(object: Payload, event: string): string {
  const names = [AMOUNTS[event] ?? 'amount_due', 'amount_due', 'amount'];
  const name = names.find((candidate) => object.has(candidate));
  const currency = object.optionalText('currency')?.toLowerCase();
  if (name === undefined || currency === undefined) return '';
  const amount = object.number(name);
  const places = WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
  return `${(amount / 10 ** places).toFixed(places)} ${plain(currency.toUpperCase())}`;
}

/** Names of what an update changed; what it was before says more than anybody wants to read. */
function changesOf(payload: Payload): string {
  const names = payload.has('data') ? payload.entries('data.previous_attributes').map(([name]) => plain(name)) : [];
  return enumeration(names.slice(0, MOST_CHANGES));
}
