import { transcodedAddress } from './transcoded';

const thumbnail = '/user_uploads/thumbnail/2/ab/photo.heic/840x560.webp';

describe('a picture that browsers do not show', () => {
  it('is looked at as the service made it anew', () => {
    expect(transcodedAddress(thumbnail, '4032x3024.webp')).toBe(
      '/user_uploads/thumbnail/2/ab/photo.heic/4032x3024.webp',
    );
  });

  it('is nothing that a browser shows as it is', () => {
    expect(transcodedAddress(thumbnail, null)).toBeUndefined();
  });

  it('is taken from nowhere else', () => {
    expect(transcodedAddress(thumbnail, '../../../json/users')).toBeUndefined();
    expect(transcodedAddress('/external_content/1/photo', '4032x3024.webp')).toBeUndefined();
    expect(transcodedAddress(undefined, '4032x3024.webp')).toBeUndefined();
  });
});
