import { RequestRefused } from '../../api/failures';
import { lifeIn, notInvited, termsRequest, wasPartlySent } from './invite-terms';

describe('an invitation', () => {
  it('says null where it never expires', () => {
    expect(
      termsRequest({ role: 400, minutes: null, withDefaultChannels: true, channelIds: [3], groupIds: [8] }),
    ).toEqual({
      invite_as: 400,
      invite_expires_in_minutes: null,
      include_realm_default_subscriptions: true,
      stream_ids: [3],
      group_ids: [8],
    });
  });

  it('greets with a text of its own only where one was written, which may be empty', () => {
    const terms = { role: 400, minutes: 60, withDefaultChannels: true, channelIds: [], groupIds: [] } as const;
    expect(termsRequest(terms)).not.toHaveProperty('welcome_message_custom_text');
    expect(termsRequest({ ...terms, welcome: '' })).toMatchObject({ welcome_message_custom_text: '' });
  });

  it('shows a time in the largest unit that fits', () => {
    expect(lifeIn(2880)).toEqual({ amount: 2, unit: 'daysUnit' });
    expect(lifeIn(90)).toEqual({ amount: 90, unit: 'minutes' });
    expect(lifeIn(120)).toEqual({ amount: 2, unit: 'hours' });
  });

  it('names the addresses that were refused, and whether the others went out', () => {
    const errors = [['ada@elsewhere.example', 'Outside your domain.', false]];
    const refused = new RequestRefused(400, { code: 'INVITATION_FAILED', errors, sent_invitations: true });
    expect(notInvited(refused)).toEqual([{ email: 'ada@elsewhere.example', reason: 'Outside your domain.' }]);
    expect(wasPartlySent(refused)).toBe(true);
    expect(notInvited(new RequestRefused(400, { code: 'BAD_REQUEST' }))).toEqual([]);
    expect(wasPartlySent(new Error('no connection'))).toBe(false);
  });
});
