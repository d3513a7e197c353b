import { type Delivery, deliveryText, healthText } from './delivery-text';

const DELIVERY: Delivery = {
  ...{ id: 5, received_at: 1, integration: 'github', delivery_id: 'd-1', duration_ms: 12, outcome: 'filtered' },
  ...{ status: 200, failure: null, events: ['ping', 'push'], filtered_by: ['exclude_events'], message_ids: [] },
  ...{ is_signed: true, replay_of: null, headers: null, body: null, can_replay: false },
};

describe('what is said of a delivery', () => {
  it('is from where, what, and how it went', () => {
    expect(deliveryText(DELIVERY)).toBe('github · ping, push · left out · exclude_events · status 200 · 12 ms');
  });

  it('is that it was taken again', () => {
    expect(deliveryText({ ...DELIVERY, replay_of: 3, events: [], filtered_by: [], outcome: 'posted' })).toBe(
      'github · taken again · posted · status 200 · 12 ms',
    );
  });
});

describe('what is said of a tool', () => {
  it.each([
    [0, null, /^jira$/],
    [1, null, /^jira · the last delivery failed$/],
    [3, 1_700_000_000, /^jira · the last 3 deliveries failed · last success: .*23/],
    [0, 1_700_000_000, /^jira · last success: /],
  ])('with %d failures and a success at %j is how it fares', (failures, lastSuccessAt, expected) => {
    expect(healthText({ integration: 'jira', failures, last_success_at: lastSuccessAt })).toMatch(expected);
  });
});
