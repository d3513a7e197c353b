import { statusRequest } from './people-actions';

describe('a status that is sent', () => {
  it('names both of its parts, so that the one that is left out goes', () => {
    expect(statusRequest({})).toEqual({ status_text: '', emoji_name: '' });
    expect(statusRequest({ status_text: ' Busy ' })).toEqual({ status_text: 'Busy', emoji_name: '' });
  });

  it('says which emoji of that name is meant', () => {
    const emoji = { emoji_name: 'bus', emoji_code: '1f68c', reaction_type: 'unicode_emoji' };
    expect(statusRequest(emoji)).toEqual({ status_text: '', ...emoji });
  });
});
