import { RequestRefused } from '../../api/failures';
import { notInvited, termsRequest, wasPartlySent } from './invite-terms';

describe('an invitation', () => {
  it('says null where it never expires', () => {
    expect(termsRequest({ role: 400, minutes: null, withDefaultChannels: true, channelIds: [3] })).toEqual({
      invite_as: 400,
      invite_expires_in_minutes: null,
      include_realm_default_subscriptions: true,
      stream_ids: [3],
    });
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
