import { embeddedPlayer, youtubePlayer } from './players';

describe('players of other hosts', () => {
  it('are YouTube without cookies, for what can be a video', () => {
    expect(youtubePlayer('ab_C-1')).toBe('https://www.youtube-nocookie.com/embed/ab_C-1?autoplay=1');
    for (const id of ['', 'a b', '../x', 'a?b', 'a"b']) expect(youtubePlayer(id)).toBeUndefined();
  });

  it('are Vimeo by the address of its frame alone', () => {
    const frame = (src: string) => `<iframe title="x" src="${src}" width="640" onload="alert(1)"></iframe>`;
    expect(embeddedPlayer(frame('https://player.vimeo.com/video/76979871?app_id=1&amp;h=8272103f6e'))).toBe(
      'https://player.vimeo.com/video/76979871?app_id=1&h=8272103f6e',
    );
    for (const src of [
      ...['https://player.vimeo.com.evil.example/video/1', 'https://evil.example/?https://player.vimeo.com/video/1'],
      ...['http://player.vimeo.com/video/1', 'https://player.vimeo.com/settings', 'javascript:alert(1)'],
    ]) {
      expect(embeddedPlayer(frame(src))).toBeUndefined();
    }
  });
});
