import { hasPreviews } from './hidden-previews';

describe('previews of a message', () => {
  it.each([
    ['<div class="message_inline_image"><a href="/user_uploads/1.png"><img src="/x"></a></div>', true],
    ['<div class="youtube-video message_inline_image"><a href="https://youtu.be/x"></a></div>', true],
    ['<div class="message_embed"><a href="https://a.example"></a></div>', true],
    ['<p><a href="https://a.example/message_embed">class="message_inline_image_title"</a></p>', false],
    ['<p>class=&quot;message_embed&quot;</p>', false],
    ['<p><img class="inline-image" src="/x"></p>', false],
  ])('are seen in %s: %s', (html, expected) => {
    expect(hasPreviews(html)).toBe(expected);
  });
});
